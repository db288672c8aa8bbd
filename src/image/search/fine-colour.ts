/**
 * Whether a person sees the loss of so many pixels' colour (`fineColourOf`), as in small red text on grey,
 * red on blue, and saturated lines of one pixel. These have 9 to 65 such pixels wherever they lie, and 50
 * photographs of the corpus 0 to 4, but for one that loses colour all over.
 */
export const hasFineColour = (mostInCell: number): boolean => mostInCell > 6;

/**
 * The same of a thumbnail. It gets one setting, without a trial that shows what is lost: for 63 pictures of
 * the corpus at 150 pixels, those with 3 to 26 such pixels scored 65 to 76 with half the resolution of
 * colour, and 80 to 85 with all of it.
 */
export const hasFineColourInThumbnail = (mostInCell: number): boolean => mostInCell > 2;
