import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCpuGroup } from './cpu-group.ts';
import { cpuByPart, type CpuByPart } from './cpu-by-part.ts';
import { median } from './median.ts';
import { type Case, requestOf } from './requests.ts';
import { startMeasured } from './service.ts';
import { startTimingTools, type ToolTimes } from './timed-tools.ts';

const scaledTo = (width: number) => ({ resize: { method: 'scale', width } });

const photo = 'photo/sharp-blacksmith.jpg';

const casesByMode: Readonly<Record<string, readonly Case[]>> = {
  fixed: [
    { name: 'fixed, 6 MP to 150', picture: photo, operation: scaledTo(150) },
    { name: 'fixed, 6 MP to 600', picture: photo, operation: scaledTo(600) },
  ],
  adaptive: [
    { name: 'adaptive, 6 MP to 600', picture: photo, operation: scaledTo(600) },
    { name: 'JPEG of 0.2 MP', picture: 'photo/web-eco.jpg' },
    { name: 'JPEG of 0.5 MP', picture: 'photo/web-beach.jpg' },
    { name: 'WebP of 1 MP', picture: 'photo/espresso.webp' },
    { name: 'photo PNG of 0.4 MP', picture: 'photo/kodim05.png' },
    {
      name: '*/* of a JPEG of 1.4 MP',
      picture: 'product/bottle.jpg',
      operation: { convert: { type: '*/*' } },
    },
  ],
};

/** Milliseconds of CPU of one request, by part. */
type Trace = CpuByPart & Readonly<{ all: number }>;

/**
 * Where the CPU of a request goes: a table, medians of single requests to an idle service. `--rounds N`
 * makes N requests of each kind, `--only TEXT` takes those with TEXT in their names, and what follows `--`
 * are flags of the service. The tools' own time is that of a second service, which measures them; what is
 * left of the first one's are sandboxes, the shells in them, and the service's own programs.
 */
export const trace = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  console.log(rowOf(headings));
  console.log(rowOf(headings.map(() => '---')));
  for (const [mode, all] of Object.entries(casesByMode)) {
    const cases = all.filter(({ name }) => name.includes(values.only));
    if (cases.length === 0) continue;
    await traceAll(cases, Number(values.rounds), ['--quality-mode', mode, ...positionals]);
  }
};

const options = {
  rounds: { type: 'string', default: '9' },
  only: { type: 'string', default: '' },
} as const;

const headings = [
  ...['CPU ms of', 'all', "server's main thread", 'its other threads', 'launcher', 'scorer'],
  ...['tools', 'sandboxes, shells, own programs', 'tools by name'],
];

const traceAll = async (
  cases: readonly Case[],
  rounds: number,
  flags: readonly string[],
): Promise<void> => {
  const service = await startMeasured(flags);
  const timing = await startTimingTools(flags);
  const group = createCpuGroup(service.pid, 'trace');
  const cpuOf = (): Trace => ({ all: group.cpuMs(), ...cpuByPart(service.pid) });
  for (const each of cases) {
    const traces: Trace[] = [];
    const times: ToolTimes[] = [];
    // In the first round all load what they need.
    for (let round = 0; round <= rounds; round += 1) {
      const [request, timedRequest] = [
        await requestOf(service, each),
        await requestOf(timing.service, each),
      ];
      await delay(settleMs);
      const before = cpuOf();
      await request();
      await delay(settleMs);
      if (round > 0) traces.push(differenceOf(cpuOf(), before));
      const ofTools = await timing.timesOf(timedRequest);
      if (round > 0) times.push(ofTools);
    }
    console.log(rowOf(cellsOf(each, traces, times)));
  }
  await service.stop();
  await timing.stop();
  group.remove();
};

/** In which a service does what it leaves for after an answer, such as the next job's sandbox. */
const settleMs = 250;

const differenceOf = (after: Trace, before: Trace): Trace => ({
  all: after.all - before.all,
  mainThread: after.mainThread - before.mainThread,
  otherThreads: after.otherThreads - before.otherThreads,
  launcher: after.launcher - before.launcher,
  scorer: after.scorer - before.scorer,
});

const cellsOf = (
  { name }: Case,
  traces: readonly Trace[],
  times: readonly ToolTimes[],
): readonly string[] => {
  const of = (part: keyof Trace): number => median(traces.map((each) => each[part]));
  const tools = median(times.map(({ cpuMs }) => cpuMs));
  const parts = [of('mainThread'), of('otherThreads'), of('launcher'), of('scorer'), tools];
  const rest = of('all') - parts.reduce((sum, part) => sum + part, 0);
  const numbers = [of('all'), ...parts, rest].map((ms) => ms.toFixed(1));
  return [name, ...numbers, times.at(-1)?.names ?? ''];
};

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
