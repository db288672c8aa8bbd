import { readFile } from 'node:fs/promises';
import { corpusPath } from '../support/corpus.ts';
import { salted } from './salted.ts';
import type { Answer, MeasuredService } from './service.ts';

/** What is measured: the upload of a picture of the corpus, or an operation on it. */
export type Case = Readonly<{ name: string; picture: string; operation?: object }>;

let salt = 0;

/**
 * One request of another picture than before, so that it is not answered from the cache; an operation's source is
 * uploaded now.
 */
export const requestOf = async (
  service: MeasuredService,
  { picture, operation }: Case,
): Promise<() => Promise<Answer>> => {
  const path = corpusPath(picture);
  const source = salted(await readFile(path), (salt += 1));
  const upload = (): Promise<Answer> => answered(service.upload(source));
  if (operation === undefined) return upload;
  const { location } = await upload();
  return () => answered(service.operate(location, operation));
};

const answered = async (request: Promise<Answer>): Promise<Answer> => {
  const answer = await request;
  if (answer.status > 201) throw new Error(`a request was answered ${answer.status}`);
  return answer;
};
