import { errorAnswers } from '../status.ts';

/** A response of an OpenAPI document. */
export type Response = Readonly<{
  description: string;
  headers: Readonly<Record<string, unknown>>;
  content: unknown;
}>;

/**
 * The responses `Failure400` to `Failure503`: one for each status of a failure, with its short names, its
 * headers, and for the rest like `other`. 405 is left out: it is described by `other`, since a path has it
 * for methods that it does not take.
 */
export const failuresLike = ({
  headers: { Allow: _allow, ...headers },
  content,
}: Response): Readonly<Record<string, Response>> => {
  const answers = Object.values(errorAnswers).filter(({ status }) => status !== 405);
  const statuses = [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = answers.filter((answer) => answer.status === status);
      const names = [...new Set(own.map(({ error }) => error))].join(', or ');
      const extra = headersOfStatus[status] ?? [];
      return [
        `Failure${status}`,
        { description: `${names}.`, headers: { ...headers, ...referencesTo(extra) }, content },
      ];
    }),
  );
};

/** Headers of a failure besides those of every failure, by status. */
const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const referencesTo = (names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
