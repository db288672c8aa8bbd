/** The types that `Accept` decides about, the preferred one first. */
const negotiated = ['image/avif', 'image/webp'] as const;

/**
 * The first of `formats`, in the order above, that an `Accept` names; undefined where it names none. Wildcards name
 * none: clients that show neither type send them.
 */
export const acceptedType = (accept: string, formats: readonly string[]): string | undefined => {
  const named = accept.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return parameters.some((text) => /^q\s*=\s*0(\.0*)?$/.test(text)) ? [] : [type];
  });
  return negotiated.find((type) => formats.includes(type) && named.includes(type));
};

/** The types that are made where none is named: without loss only where the source has alpha or is a PNG. */
export const plainTypes = ({
  mediaType,
  hasAlpha,
}: Readonly<{ mediaType: string; hasAlpha: boolean }>): readonly string[] =>
  hasAlpha || mediaType === 'image/png' ? ['image/jpeg', 'image/png'] : ['image/jpeg'];
