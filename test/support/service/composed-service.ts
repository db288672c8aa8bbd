import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { compose } from '../../../src/compose.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { dataPaths, workFolderOf } from '../../../src/data/data-folder.ts';

export type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>;

/** A line of the service's log about one run of a tool. */
type ToolLine = Readonly<{ requestId: string; tool: string; bytesOut: number }>;

/** The whole service in this process, with an account, a certificate and folders of its own. */
export type ComposedService = Readonly<{
  upload: (picture: Uint8Array) => Promise<Answer>;
  download: (location: string) => Promise<Answer>;
  /** Folder of running jobs; tools run in folders below it. */
  workFolder: string;
  /** Every run of a tool so far, and every line of the log that tells of a problem. */
  toolLines: readonly ToolLine[];
  problemLines: readonly string[];
  close: () => Promise<void>;
}>;

const apiKey = 'composedServiceTestKey0123456789';

/** A service that runs until it is closed, and a client of it with as many `connections`. */
export const composedService = async ({
  connections,
  flags = {},
}: {
  connections: number;
  /** Of settings, beside those that keep it in folders of its own. */
  flags?: Readonly<Record<string, string>>;
}): Promise<ComposedService> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-composed-'));
  const { config, path } = loadConfig({ flags: { ...flagsIn(folder), ...flags } });
  const toolLines: ToolLine[] = [];
  const problemLines: string[] = [];
  const log = pino({ base: null }, { write: (line) => noteLine(line, toolLines, problemLines) });
  const service = await compose(config, { log, apiKey, path });
  const ca = await readFile(service.certificatePath!);
  const agent = new Agent({ ca, keepAlive: true, maxSockets: connections });
  const ask = async (method: string, url: string, body?: Uint8Array): Promise<Answer> => {
    const answer = await answerTo({ method, url, agent, body });
    // Its cause is in the log alone.
    if (answer.status === 500) console.error(problemLines.at(-1));
    return answer;
  };
  return {
    upload: (picture) => ask('POST', `${service.url}/shrink`, picture),
    download: (location) => ask('GET', location),
    workFolder: await workFolderOf(config.workDir, dataPaths(config.dataDir)),
    toolLines,
    problemLines,
    close: async () => {
      agent.destroy();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const flagsIn = (folder: string) => ({
  data: join(folder, 'data'),
  'work-dir': join(folder, 'jobs'),
  host: '127.0.0.1',
  port: '0',
  'internal-port': '0',
});

const warning = 40;

const noteLine = (line: string, toolLines: ToolLine[], problemLines: string[]): void => {
  const entry = JSON.parse(line) as ToolLine & Readonly<{ level: number; msg: string }>;
  if (entry.msg === 'tool') toolLines.push(entry);
  if (entry.level >= warning) problemLines.push(line.trim());
};

const answerTo = async ({
  method,
  url,
  agent,
  body,
}: {
  method: string;
  url: string;
  agent: Agent;
  body: Uint8Array | undefined;
}): Promise<Answer> => {
  const asked = request(url, { method, agent, auth: `api:${apiKey}` });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: await buffer(response) };
};
