import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram } from '../../src/tools/find-program.ts';
import type { LogLine } from '../support/service/service.ts';
import { type MeasuredService, startMeasured } from './service.ts';

/** CPU of the tools' own code in one request, in milliseconds; and that of each tool, as text. */
export type ToolTimes = Readonly<{ cpuMs: number; names: string }>;

type TimingService = Readonly<{
  service: MeasuredService;
  timesOf: (request: () => Promise<unknown>) => Promise<ToolTimes>;
  stop: () => Promise<void>;
}>;

const tools = [
  ...['vips', 'cjpeg', 'djpeg', 'jpegtran', 'cwebp', 'dwebp', 'img2webp', 'pngquant'],
  ...['oxipng', 'avifenc', 'avifdec'],
];

/**
 * A service whose tools print what they took. Programs of the tools' names are found before them, and run
 * them under bash, which measures to the millisecond. The log holds what tools print. Programs of the
 * service itself are not timed.
 */
export const startTimingTools = async (flags: readonly string[]): Promise<TimingService> => {
  const path = process.env['PATH'] ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-bench-'));
  const found = tools.flatMap((name) => {
    const program = findProgram(name, path);
    return program === undefined ? [] : [{ name, program }];
  });
  for (const { name, program } of found) {
    const script = `#!/bin/bash\nTIMEFORMAT='${mark}%U %S'\ntime '${program}' "$@"\n`;
    await writeFile(join(folder, name), script, { mode: 0o755 });
  }
  const service = await startMeasured([
    ...['--log-level', 'info', '--tools-path', folder],
    ...['--tools-readable', found.map(({ program }) => program).join(',')],
    ...flags,
  ]);
  const timesOf: TimingService['timesOf'] = async (request) => {
    await delay(settleMs);
    const before = service.log().length;
    await request();
    await delay(settleMs);
    return timesIn(service.log().slice(before));
  };
  const stop = async (): Promise<void> => {
    await service.stop();
    await rm(folder, { recursive: true });
  };
  return { service, timesOf, stop };
};

/** In which the log is written and what an earlier request has begun ends. */
const settleMs = 100;

const mark = 'shrinkd-bench-cpu ';

const timesIn = (log: readonly LogLine[]): ToolTimes => {
  const runs = log.flatMap((line) => (line['msg'] === 'tool' ? [runOf(line)] : []));
  const sumOf = (name: string): number =>
    runs.reduce((sum, run) => sum + (run.name === name ? (run.cpuMs ?? 0) : 0), 0);
  const names = Object.entries(Object.groupBy(runs, ({ name }) => name)).map(([name, own = []]) =>
    own[0]?.cpuMs === undefined
      ? `${own.length} ${name} (not timed)`
      : `${own.length} ${name} ${sumOf(name).toFixed(0)}`,
  );
  return { cpuMs: runs.reduce((sum, { cpuMs = 0 }) => sum + cpuMs, 0), names: names.join(', ') };
};

const runOf = (line: LogLine): Readonly<{ name: string; cpuMs: number | undefined }> => {
  const name = String(line['tool']);
  const printed = String(line['printed']);
  // libvips that became an encoder prints last, and for both.
  const marks = [...printed.matchAll(new RegExp(`${mark}([\\d.]+) ([\\d.]+)`, 'g'))];
  const [, user, system] = marks.at(-1) ?? [];
  return {
    name,
    cpuMs: user === undefined ? undefined : (Number(user) + Number(system)) * 1000,
  };
};
