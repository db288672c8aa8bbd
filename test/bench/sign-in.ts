import { createClient } from '../support/e2e/client.ts';
import { newPhoto } from '../support/e2e/pictures.ts';
import {
  startTemporaryService,
  type TemporaryService,
} from '../support/service/temporary-service.ts';
import { createVisitor, type Visit, type Visitor } from '../support/web/visitor.ts';
import { median } from './median.ts';

const [rounds, uploads, signIns] = [10, 12, 50];
/** All sign-ins come from one address, which would be limited before passwords are compared. */
const flags = ['--log-level', 'warn', '--web-sign-in-attempts', '10000'];
const owner = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };

/**
 * Times of uploads, one after the other, with and without 50 people who sign in at once at the start of each round, in
 * turns. Target: a 99th percentile of at most 1.2 times that without them.
 */
export const signIn = async (): Promise<void> => {
  const service = await startTemporaryService(flags);
  const client = createClient(service);
  const visitor = createVisitor((path, request) => client.send({ path, ...request }));
  await setUp(service, visitor);
  // The connections are open before anything is measured, since this process pays for half of each.
  const visitAtOnce = (path: string, visit?: Visit) =>
    Promise.all(Array.from({ length: signIns }, () => visitor.visit(path, visit)));
  await visitAtOnce('/signin');
  const uploadMs = async (): Promise<number> => {
    const startedAt = performance.now();
    const { status } = await client.upload(newPhoto());
    if (status !== 201) throw new Error(`an upload was answered ${status}`);
    return performance.now() - startedAt;
  };
  await uploadMs();
  const [quiet, beside]: [number[], number[]] = [[], []];
  const answers = new Map<number, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (let upload = 0; upload < uploads; upload += 1) quiet.push(await uploadMs());
    const signingIn = visitAtOnce('/signin', { form: owner });
    for (let upload = 0; upload < uploads; upload += 1) beside.push(await uploadMs());
    for (const { status } of await signingIn) answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  client.close();
  await service.stopAndRemove();
  const [p99, p50] = [ninetyNinth(beside) / ninetyNinth(quiet), median(beside) / median(quiet)];
  const told = [...answers].map(([status, count]) => `${count} answered ${status}`).join(', ');
  console.log(
    `sign-in: ${rounds} times ${signIns} sign-ins at once (${told}): 99th percentile of ${beside.length} uploads ${p99.toFixed(2)} times that without them (target 1.2; ${ninetyNinth(quiet).toFixed(0)} ms), median ${p50.toFixed(2)} times`,
  );
};

const setUp = async ({ setUpUrl = '' }: TemporaryService, visitor: Visitor): Promise<void> => {
  const token = new URL(setUpUrl).searchParams.get('token') ?? '';
  const { status } = await visitor.visit('/setup', { form: { ...owner, token } });
  if (status !== 201) throw new Error(`the set-up was answered ${status}`);
};

const ninetyNinth = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
