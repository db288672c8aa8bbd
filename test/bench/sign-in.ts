import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createClient } from '../support/e2e/client.ts';
import { newPhoto } from '../support/e2e/pictures.ts';
import {
  startTemporaryService,
  type TemporaryService,
} from '../support/service/temporary-service.ts';
import { createVisitor } from '../support/web/visitor.ts';
import { median } from './median.ts';
import type { People, SignInForm } from './sign-in-people.ts';

const [rounds, uploads, people] = [15, 12, 50];
/** All sign-ins come from one address, which would be limited before passwords are compared. */
const flags = ['--log-level', 'warn', '--web-sign-in-attempts', '10000'];
const owner = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };

/**
 * Times of uploads, one after the other, in turns: alone, beside 50 people who sign in at once at the start of each
 * round, and beside 50 who only open the page, which shows what the requests cost without the hashes. Target: a 99th
 * percentile of at most 1.2 times that of uploads alone.
 */
export const signIn = async (): Promise<void> => {
  const service = await startTemporaryService(flags);
  const client = createClient(service);
  await setUp(service);
  const { url, certificate, key } = service;
  const workerData: People = { service: { url, certificate, key }, count: people };
  const worker = new Worker(new URL('sign-in-people.ts', import.meta.url), { workerData });
  const come = async (form: SignInForm): Promise<readonly number[]> => {
    worker.postMessage(form);
    const [statuses] = (await once(worker, 'message')) as [readonly number[]];
    return statuses;
  };
  // Their connections are open before anything is measured.
  await come(undefined);
  const uploadMs = async (): Promise<number> => {
    const startedAt = performance.now();
    const { status } = await client.upload(newPhoto());
    if (status !== 201) throw new Error(`an upload was answered ${status}`);
    return performance.now() - startedAt;
  };
  await uploadMs();
  const [alone, besideSignIns, besideVisits]: [number[], number[], number[]] = [[], [], []];
  const [signedInMs, answers]: [number[], Map<number, number>] = [[], new Map()];
  const upload = async (times: number[]): Promise<void> => {
    for (let count = 0; count < uploads; count += 1) times.push(await uploadMs());
  };
  const signInAll = async (): Promise<void> => {
    const startedAt = performance.now();
    const statuses = await come(owner);
    signedInMs.push(performance.now() - startedAt);
    for (const status of statuses) answers.set(status, (answers.get(status) ?? 0) + 1);
  };
  for (let round = 0; round < rounds; round += 1) {
    await upload(alone);
    const signingIn = signInAll();
    await upload(besideSignIns);
    await signingIn;
    const visiting = come(undefined);
    await upload(besideVisits);
    await visiting;
  }
  await worker.terminate();
  client.close();
  await service.stopAndRemove();
  const told = [...answers].map(([status, count]) => `${count} answered ${status}`).join(', ');
  const ratios = (times: readonly number[]): string =>
    `${(ninetyNinth(times) / ninetyNinth(alone)).toFixed(2)} times, median ${(median(times) / median(alone)).toFixed(2)} times, of the first in each round ${(median(firsts(times)) / median(firsts(alone))).toFixed(2)} times`;
  console.log(
    `sign-in: uploads alone: 99th percentile of ${alone.length} ${ninetyNinth(alone).toFixed(0)} ms, median ${median(alone).toFixed(0)} ms`,
  );
  console.log(
    `sign-in: beside ${people} people who sign in at once (${told}; the last after ${median(signedInMs).toFixed(0)} ms): 99th percentile ${ratios(besideSignIns)} (target 1.2)`,
  );
  console.log(
    `sign-in: beside ${people} people who only open the page: 99th percentile ${ratios(besideVisits)}`,
  );
};

const setUp = async (service: TemporaryService): Promise<void> => {
  const { setUpUrl = '' } = service;
  const client = createClient(service);
  const visitor = createVisitor((path, request) => client.send({ path, ...request }));
  const token = new URL(setUpUrl).searchParams.get('token') ?? '';
  const { status } = await visitor.visit('/setup', { form: { ...owner, token } });
  client.close();
  if (status !== 201) throw new Error(`the set-up was answered ${status}`);
};

/** The uploads that meet all people at once. */
const firsts = (times: readonly number[]): readonly number[] =>
  times.filter((_, index) => index % uploads === 0);

const ninetyNinth = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
