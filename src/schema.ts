import type { ErrorObject } from 'ajv';
import { likeName } from './did-you-mean.ts';

/** One problem of a value: its place, what is expected there, and what was found. */
export type Problem = Readonly<{ path: string; expected: string; came: string }>;

export type Validator<T> = (
  value: unknown,
) => Readonly<{ ok: true; value: T }> | Readonly<{ ok: false; problems: readonly Problem[] }>;

/** The function that Ajv makes of a JSON Schema; `src/validators` has those of the service. */
export type Check = ((value: unknown) => boolean) & {
  errors?: readonly ErrorObject[] | null | undefined;
};

/** Whether parsed JSON is an object, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A validator that reports every problem at once. `x-expected` in a schema is what is expected there. */
export const validatorOf =
  <T>(check: Check): Validator<T> =>
  (value) =>
    check(value)
      ? { ok: true, value: value as T }
      : { ok: false, problems: problemsOf(check.errors ?? []) };

/** A problem as a sentence: `limits.pixels: expected an integer of at least 1, got "many"`. */
export const sentenceOf = ({ path, expected, came }: Problem): string =>
  `${path === '' ? 'body' : cut(path, longestPath)}: expected ${expected}, got ${came}`;

/** Longest text of all sentences together, in bytes as JSON. Further problems are only counted. */
const maxSentencesBytes = 1200;

/** The first problems as sentences, and the number of further ones. */
export const sentencesOf = (problems: readonly Problem[]): string => {
  const listed: string[] = [];
  let bytes = 0;
  for (const problem of problems) {
    const sentence = sentenceOf(problem);
    bytes += Buffer.byteLength(JSON.stringify(sentence));
    if (bytes > maxSentencesBytes && listed.length > 0) break;
    listed.push(sentence);
  }
  const more = problems.length - listed.length;
  return [...listed, ...(more === 0 ? [] : [`and ${more} more`])].join('; ');
};

/** Each branch of an `anyOf` reports problems. Only those of the branches that fit best are kept. */
const problemsOf = (errors: readonly ErrorObject[]): readonly Problem[] => {
  const telling = errors.filter(
    ({ keyword, instancePath, params }) =>
      keyword !== 'anyOf' &&
      keyword !== 'if' &&
      !(keyword === 'type' && params['type'] === 'null' && isSharedPath(errors, instancePath)),
  );
  const problems = telling.map(problemOf);
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const sentence = sentenceOf(problem);
    return seen.has(sentence) ? false : seen.add(sentence);
  });
};

/** Whether another branch also reports a problem at or below `path`. */
const isSharedPath = (errors: readonly ErrorObject[], path: string): boolean =>
  errors.some(
    ({ keyword, instancePath, params }) =>
      (instancePath === path || instancePath.startsWith(`${path}/`)) &&
      keyword !== 'anyOf' &&
      params['type'] !== 'null',
  );

const problemOf = (error: ErrorObject): Problem => {
  const path = dotted(error.instancePath);
  const under = (name: unknown): string => (path === '' ? cut(name) : `${path}.${cut(name)}`);
  switch (error.keyword) {
    case 'required':
      return {
        path: under(error.params['missingProperty']),
        expected: noteIn(error) ?? 'a value',
        came: 'nothing',
      };
    case 'additionalProperties':
      return {
        path: under(error.params['additionalProperty']),
        expected: expectedNames(error),
        came: 'an unknown name',
      };
    case 'propertyNames':
      return { path: under(error.params['propertyName']), expected: 'another name', came: 'this' };
    default:
      return {
        path,
        expected: noteIn(error) ?? expectationOf(error),
        came: cameAt(path, error.data),
      };
  }
};

const noteIn = ({ parentSchema }: ErrorObject): string | undefined =>
  parentSchema?.['x-expected'] as string | undefined;

/** Names of fields that hold secrets, such as `objstore_secret_access_key`. Their values are never quoted. */
const cameAt = (path: string, value: unknown): string =>
  typeof value === 'string' && /(key|secret|token|password)[^.]*$/i.test(path)
    ? '**redacted**'
    : shown(value);

const expectedNames = (error: ErrorObject): string => {
  const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
  const like = likeName(String(error.params['additionalProperty']), known);
  if (like !== undefined) return `another name (did you mean "${like}"?)`;
  return known.length === 0 ? 'no fields' : `one of ${known.join(', ')}`;
};

const expectationOf = (error: ErrorObject): string => {
  const { keyword, params } = error;
  switch (keyword) {
    case 'type':
      return typeName(params['type']);
    case 'enum':
      return `one of ${(params['allowedValues'] as unknown[]).map(shown).join(', ')}`;
    case 'minimum':
      return `a number of at least ${String(params['limit'])}`;
    case 'exclusiveMinimum':
      return `a number greater than ${String(params['limit'])}`;
    case 'maximum':
      return `a number of at most ${String(params['limit'])}`;
    case 'minLength':
      return 'text that is not empty';
    case 'minItems':
      return 'a list that is not empty';
    case 'pattern':
      return `text of the form ${String(params['pattern'])}`;
    default:
      return error.message ?? `a value that satisfies ${keyword}`;
  }
};

const typeName = (type: unknown): string => {
  const names = (Array.isArray(type) ? type : String(type).split(',')).map((name) =>
    name === 'integer' || name === 'array' || name === 'object'
      ? `an ${String(name)}`
      : name === 'null'
        ? 'null'
        : `a ${String(name)}`,
  );
  return names.join(' or ');
};

/** `/encoders/mozjpeg/reads/0` as `encoders.mozjpeg.reads[0]` (RFC 6901 escapes undone). */
const dotted = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (path, part) =>
        /^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`,
      '',
    );

const longestShown = 60;

const longestPath = 120;

/** A value as problems quote it: short, and without the contents of an array or object. */
export const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return cut(JSON.stringify(value));
};

/** Cut after a whole character. */
const cut = (value: unknown, longest = longestShown): string => {
  const text = String(value);
  if (text.length <= longest) return text;
  const kept = text.slice(0, longest);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}...`;
};
