import type { ServiceError } from '../../errors.ts';
import type { Text } from './en.ts';

type Language = Readonly<{
  text: Pick<Text, 'failures'>;
  format: Readonly<{ count: (value: number) => string; limit: (bytes: number) => string }>;
}>;

/** What went wrong, as people read it in the language of the page. The error's own message is for programs. */
export const sentenceOf = (
  { text: { failures }, format }: Language,
  { code, reason }: Pick<ServiceError, 'code' | 'reason'>,
): string => {
  if (reason === undefined) return failures[code];
  if (!('most' in reason)) return failures[reason.id];
  const { id, most } = reason;
  return failures[id](id === 'too_many_bytes' ? format.limit(most) : format.count(most));
};
