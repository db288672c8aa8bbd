import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Receipt } from '../../src/image/search/receipt.ts';
import { byClients } from './clients.ts';
import { createCpuGroup } from './cpu-group.ts';
import { type Case, requestOf } from './requests.ts';
import { type Answer, type MeasuredService, startMeasured } from './service.ts';

const cases: readonly Case[] = [
  { name: 'JPEG of 0.5 MP', picture: 'photo/web-beach.jpg' },
  { name: 'photo PNG of 0.4 MP', picture: 'photo/kodim05.png' },
  {
    name: '*/* of a JPEG of 1.4 MP',
    picture: 'product/bottle.jpg',
    operation: { convert: { type: '*/*' } },
  },
];

/** Answers that are measured. */
const counted = 16;
const cpus = availableParallelism();
/** More tool runs wait for each CPU then than a search goes on beside (`engine/search/pressure.ts`). */
const pressingClients = 8 * cpus;

/** Of the answers between the first ones and the last ones: meanwhile as many requests are under way as at any time. */
type Rate = Readonly<{ perSecond: number; cpuMs: number; bytes: number; degraded: number }>;

/**
 * Pictures a second of this machine, and of a core by the CPU of each, with a search and under pressure: as many
 * clients as CPUs, each with one request after the other, and 8 for each CPU. `--only TEXT` takes the cases with TEXT in
 * their names, and what follows `--` are flags of the service.
 */
export const sizing = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { only: { type: 'string', default: '' } },
    allowPositionals: true,
  });
  const service = await startMeasured(positionals);
  const { cpuMs, remove } = createCpuGroup(service.pid, 'sizing');
  console.log(`sizing: ${cpus} CPUs`);
  for (const each of cases.filter(({ name }) => name.includes(values.only))) {
    const rateWith = (clients: number): Promise<Rate> => rateOf({ service, cpuMs, clients, each });
    // At the first request all load what they need.
    await (
      await requestOf(service, each)
    )();
    const searched = await rateWith(cpus);
    const pressed = await rateWith(pressingClients);
    const bytes = (pressed.bytes / searched.bytes).toFixed(2);
    console.log(`sizing: ${each.name}, with a search: ${textOf(searched)}`);
    console.log(`sizing: ${each.name}, under pressure: ${textOf(pressed)}, ${bytes} of the bytes`);
  }
  await service.stop();
  remove();
};

const textOf = ({ perSecond, cpuMs, degraded }: Rate): string =>
  `${perSecond.toFixed(1)}/s, CPU ${cpuMs.toFixed(0)} ms a picture, ${(1000 / cpuMs).toFixed(1)} a core and second, ${(100 * degraded).toFixed(0)} % degraded`;

const rateOf = async ({
  service,
  cpuMs,
  clients,
  each,
}: Readonly<{
  service: MeasuredService;
  cpuMs: () => number;
  clients: number;
  each: Case;
}>): Promise<Rate> => {
  const count = counted + 2 * clients;
  const requests = await Promise.all(Array.from({ length: count }, () => requestOf(service, each)));
  const marks: Readonly<{ at: number; cpu: number }>[] = [];
  const answers: Answer[] = [];
  let answered = 0;
  const ask = async (request: () => Promise<Answer>): Promise<void> => {
    const answer = await request();
    answered += 1;
    if (answered > clients && answered <= clients + counted) answers.push(answer);
    if (answered === clients || answered === clients + counted) {
      marks.push({ at: performance.now(), cpu: cpuMs() });
    }
  };
  await byClients(requests, ask, clients);
  const [first, last] = marks as [(typeof marks)[0], (typeof marks)[0]];
  const receipts = await Promise.all(answers.map(service.receiptOf));
  return {
    perSecond: counted / ((last.at - first.at) / 1000),
    cpuMs: (last.cpu - first.cpu) / counted,
    bytes: receipts.reduce((sum, receipt) => sum + bytesOf(receipt), 0),
    degraded: receipts.filter(({ degraded }) => degraded).length / counted,
  };
};

const bytesOf = ({ winner, candidates }: Receipt): number =>
  candidates.find(({ encoders, reason }) => encoders === winner && reason.startsWith('won'))
    ?.bytes ?? 0;
