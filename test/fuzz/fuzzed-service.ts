import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createClient, jsonOf, type Answer } from '../support/e2e/client.ts';
import { expectIdle } from '../support/e2e/job-folders.ts';
import { photo } from '../support/e2e/pictures.ts';
import type { RunningService } from '../support/service/service.ts';
import { sideBySide } from '../support/side-by-side.ts';
import type { Case } from './cases.ts';
import type { Sources } from './hostile-pictures.ts';

/** What is wrong; with the case that showed it, or of the service itself. */
export type Fault = Readonly<{ index?: number; what: string }>;

type Fuzzed = Readonly<{
  /** Sends the cases and looks at the service afterwards. `onAnswer` learns what each case is answered. */
  send: (
    cases: readonly Case[],
    inFlight: number,
    onAnswer?: (index: number, answer: Answer) => void,
  ) => Promise<readonly Fault[]>;
  /** How many answers of each status there have been, and the memory. */
  summary: () => string;
  close: () => void;
}>;

/** A case that has no answer by then hangs. */
const deadlineMs = 65_000;
const uploadsAtOnce = 4;
/** Of the server's own process, over what it had after its first pictures. */
const memoryBoundBytes = 150_000_000;

/** A running service that hostile requests are sent to, with outputs to operate on. */
export const createFuzzed = async (service: RunningService, sources: Sources): Promise<Fuzzed> => {
  const client = createClient(service);
  const uploaded = await sideBySide(Object.values(sources), uploadsAtOnce, client.upload);
  // Some of the corpus are damaged already.
  const outputs = uploaded.flatMap(({ status, headers }) =>
    status === 201 ? [new URL(headers.location!).pathname] : [],
  );
  const memoryAtFirst = residentBytes(service.pid);
  const statuses = new Map<number, number>();

  const pathOf = ({ to, body }: Case): string =>
    to === 'operation' ? outputs[body.length % outputs.length]! : '/shrink';

  const faultOf = async (
    each: Case,
    onAnswer: (index: number, answer: Answer) => void,
  ): Promise<string | undefined> => {
    const { isJson, method, body } = each;
    const headers = {
      ...(isJson ? { 'Content-Type': 'application/json' } : {}),
      'Content-Length': String(body.length),
    };
    const sent = client.send({ method, path: pathOf(each), headers, body });
    // A timer that goes on would keep the case and its answer: gigabytes at a hundred cases a second.
    const answered = new AbortController();
    const late = setTimeout(deadlineMs, undefined, { ref: false, signal: answered.signal });
    late.catch(() => undefined);
    const answer = await Promise.race([sent, late]).catch(String);
    answered.abort();
    if (answer === undefined) return `no answer within ${deadlineMs} ms`;
    if (typeof answer === 'string') return `the connection broke: ${answer}`;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    onAnswer(each.index, answer);
    return wrongWith(answer);
  };

  const serviceFaults = async (): Promise<readonly Fault[]> => {
    const grown = residentBytes(service.pid) - memoryAtFirst;
    const { status } = await client.upload(
      Buffer.concat([photo, Buffer.from(String(Math.random()))]),
    );
    const health = await fetch(`${service.internalUrl}/healthz`);
    const left = await expectIdle(service).then(() => undefined, String);
    return [
      ...(grown > memoryBoundBytes ? [`memory grew by ${Math.round(grown / 1e6)} MB`] : []),
      ...(status === 201 ? [] : [`a good picture is answered ${status}`]),
      ...(health.ok ? [] : [`/healthz answers ${health.status}`]),
      ...(left === undefined ? [] : [`something is left: ${left}`]),
    ].map((what) => ({ what }));
  };

  const send: Fuzzed['send'] = async (cases, inFlight, onAnswer = () => undefined) => {
    const found = await sideBySide(cases, inFlight, async (each) => {
      const what = await faultOf(each, onAnswer);
      return what === undefined
        ? []
        : [{ index: each.index, what: `${each.index} ${each.to} ${each.name}: ${what}` }];
    });
    return [...found.flat(), ...(await serviceFaults())];
  };

  const summary = (): string => {
    const counts = [...statuses].toSorted(([one], [other]) => one - other);
    const memory = Math.round(residentBytes(service.pid) / 1e6);
    return `${counts.map(([status, count]) => `${count} of ${status}`).join(', ')}; ${memory} MB resident`;
  };
  return { send, summary, close: client.close };
};

/** Neither a picture or a result, nor an error of the client's kind told in JSON. */
const wrongWith = (answer: Answer): string | undefined => {
  const { status, headers, body } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (status < 400 || status >= 500) return `status ${status}: ${body.toString()}`;
  if (headers['content-type'] !== 'application/json') return `type ${headers['content-type']}`;
  const { error, message } = jsonOf(answer);
  if (typeof error !== 'string' || typeof message !== 'string') return `error ${body.toString()}`;
  return message.includes('/shrinkd') ? `a path is told: ${message}` : undefined;
};

const residentBytes = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1000;
};
