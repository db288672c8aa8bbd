/**
 * Whether a person sees the loss of so many pixels' colour (`fineColourOf`), as in small red text on grey,
 * red on blue, and saturated lines of one pixel.
 */
export const hasFineColour = (mostInCell: number): boolean => mostInCell > 6;

/** The same of a thumbnail. It gets one setting, without a trial that shows what is lost. */
export const hasFineColourInThumbnail = (mostInCell: number): boolean => mostInCell > 2;
