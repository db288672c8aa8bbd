import type { Secret } from '../redacted.ts';
import { type Environment, readSecret, type SecretReference } from './secret-references.ts';

/** Not imported: with the import Node loads its WebSocket, which takes a start 50 ms of CPU. */
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http');

/** Headers by origin, then by name. */
type ByOrigin<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/** They say how the message is sent, or which part of the file is wanted: the service decides both. */
const ownHeaders =
  /^(accept-encoding|connection|content-length|expect|host|if-.*|keep-alive|proxy-.*|range|te|trailer|transfer-encoding|upgrade)$/i;

/** `source.headers` with its secrets. What no request could carry is added to `problems`. */
export const sourceHeaders = (
  given: ByOrigin<unknown>,
  environment: Environment,
  problems: string[],
): ByOrigin<Secret> =>
  mapped(given, (origin, headers) => {
    if (!isOrigin(origin)) {
      problems.push(
        `source.headers.${origin}: expected *, or an origin such as https://images.example.org`,
      );
    }
    return mapped(headers, (name, reference) => {
      const path = `source.headers.${origin}.${name}`;
      const value = readSecret(path, reference as SecretReference, environment, problems);
      const problem = problemOf(name, value.reveal());
      if (problem !== undefined) problems.push(`${path}: ${problem}`);
      return value;
    });
  });

const mapped = <From, To>(
  entries: Readonly<Record<string, From>>,
  convert: (name: string, value: From) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, convert(name, value)]));

const isOrigin = (text: string): boolean =>
  text === '*' || (/^https?:/.test(text) && URL.parse(text)?.origin === text);

const problemOf = (name: string, value: string): string | undefined => {
  if (ownHeaders.test(name)) return 'the service sets this header itself';
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return undefined;
  } catch {
    return 'expected the name and the text of an HTTP header';
  }
};
