import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { processesIn } from '../support/e2e/processes.ts';
import { photo } from '../support/e2e/pictures.ts';
import { type MeasuredService, startMeasured } from './service.ts';

const factor = 10;
const seconds = Number(process.env['OVERLOAD_SECONDS'] ?? 60);
const recoverySeconds = 5;
const slots = availableParallelism();

type Timed = Readonly<{ status: number; ms: number }>;

/**
 * With the default configuration, three loads. Batches of small pictures of one account, all of them to be
 * answered 201: 500 side by side, and 100 clients that each send their next when they are answered. And ten
 * times the load that the service can take, for a minute. Targets for that: the 99th percentile of the answered
 * within 3 times that of an idle queue, a median of at most 50 ms for the refused, health answered, memory
 * and processes bounded, and all as before within 5 seconds.
 */
export const overload = async (): Promise<void> => {
  const service = await startMeasured();
  const small = await smallPhoto(service);
  await batch(service, small, { clients: 500, each: 1 });
  await batch(service, small, { clients: 100, each: 5 });
  const idle = await oneByOne(service, 40);
  const idleMs = percentile(idle, 0.99);
  const perSecond = await sustainable(service);
  const watch = watchService(service);
  const answers = await openLoop(service, factor * perSecond, seconds);
  const { healthMs, megabytes, processes } = await watch.stop();
  await setTimeout(recoverySeconds * 1000);
  const after = await oneByOne(service, 40);
  await service.stop();

  const made = timesOf(answers, 201);
  const refused = timesOf(answers, 503);
  const others = answers.length - made.length - refused.length;
  print([
    `sustainable ${perSecond.toFixed(1)}/s; ${answers.length} uploads in ${seconds} s: ${made.length} made, ${refused.length} refused with 503, ${others} otherwise`,
    `idle queue: median ${percentile(idle, 0.5).toFixed(0)} ms, p99 ${idleMs.toFixed(0)} ms`,
    `made: median ${percentile(made, 0.5).toFixed(0)} ms, p99 ${percentile(made, 0.99).toFixed(0)} ms, ${(percentile(made, 0.99) / idleMs).toFixed(1)} times the idle p99 (target 3)`,
    `refused: median ${percentile(refused, 0.5).toFixed(0)} ms (target 50), p99 ${percentile(refused, 0.99).toFixed(0)} ms`,
    `health: ${healthMs.length} answers, median ${percentile(healthMs, 0.5).toFixed(0)} ms, longest ${percentile(healthMs, 1).toFixed(0)} ms`,
    `at most ${megabytes.toFixed(0)} MB resident and ${processes} processes`,
    `${recoverySeconds} s later: median ${percentile(after, 0.5).toFixed(0)} ms, p99 ${percentile(after, 0.99).toFixed(0)} ms`,
  ]);
};

const print = (lines: readonly string[]): void => {
  for (const line of lines) console.log(`overload: ${line}`);
};

const timesOf = (answers: readonly Timed[], status: number): readonly number[] =>
  answers.filter((answer) => answer.status === status).map(({ ms }) => ms);

/** So many clients side by side, each of which sends its next upload when it is answered. */
const batch = async (
  service: MeasuredService,
  picture: Buffer,
  { clients, each }: Readonly<{ clients: number; each: number }>,
): Promise<void> => {
  const startedAt = performance.now();
  const client = () => inTurn(service, each, picture);
  const answers = (await Promise.all(Array.from({ length: clients }, client))).flat();
  const perSecond = answers.length / ((performance.now() - startedAt) / 1000);
  const made = timesOf(answers, 201);
  print([
    `${clients} clients, ${each} uploads each: ${made.length} of ${answers.length} made (target: all), ${perSecond.toFixed(1)}/s, the longest took ${(percentile(made, 1) / 1000).toFixed(1)} s`,
  ]);
};

/** A photograph 320 pixels wide, made by the service. */
const smallPhoto = async (service: MeasuredService): Promise<Buffer> => {
  const { location } = await service.upload(photo);
  const { body } = await service.operate(location, { resize: { method: 'scale', width: 320 } });
  return body;
};

/** One upload of a picture that nobody has sent before. */
const timed = async (service: MeasuredService, picture: Buffer = photo): Promise<Timed> => {
  const startedAt = performance.now();
  const { status } = await service.upload(picture, randomBytes(8));
  return { status, ms: performance.now() - startedAt };
};

const inTurn = async (
  service: MeasuredService,
  count: number,
  picture?: Buffer,
): Promise<readonly Timed[]> => {
  const answers: Timed[] = [];
  for (let sent = 0; sent < count; sent += 1) answers.push(await timed(service, picture));
  return answers;
};

const oneByOne = async (service: MeasuredService, count: number): Promise<readonly number[]> =>
  (await inTurn(service, count)).map(({ ms }) => ms);

/** Uploads a second that as many clients as there are slots get answered, each sending its next at once. */
const sustainable = async (service: MeasuredService): Promise<number> => {
  const uploads = 60;
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: slots }, () => oneByOne(service, uploads / slots)));
  return uploads / ((performance.now() - startedAt) / 1000);
};

/** Sends at a steady rate, whatever comes back. */
const openLoop = async (
  service: MeasuredService,
  perSecond: number,
  forSeconds: number,
): Promise<readonly Timed[]> => {
  const sent: Promise<Timed>[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < forSeconds * 1000) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    while (sent.length < due) sent.push(timed(service).catch(() => ({ status: 0, ms: 0 })));
    await setTimeout(5);
  }
  return Promise.all(sent);
};

/** Looks at health, memory and processes until it is stopped. */
const watchService = ({ pid, internalUrl, folder }: MeasuredService) => {
  const healthMs: number[] = [];
  let [megabytes, processes, isOver] = [0, 0, false];
  const watching = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const { ok } = await fetch(`${internalUrl}/healthz`);
      if (ok) healthMs.push(performance.now() - startedAt);
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      megabytes = Math.max(megabytes, Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000);
      processes = Math.max(processes, processesIn(folder).length);
      await setTimeout(200);
    }
  })();
  const stop = async () => {
    isOver = true;
    await watching;
    return { healthMs, megabytes, processes };
  };
  return { stop };
};

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
