import { readFile } from 'node:fs/promises';
import https from 'node:https';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { startTemporaryService } from '../support/service/temporary-service.ts';
import type { Receipt } from '../../src/image/search/receipt.ts';
import type { LogLine } from '../support/service/service.ts';

/** What the service answered, read to its end. */
export type Answer = Readonly<{
  status: number;
  location: string;
  /** Path of the receipt of an operation's result; undefined for other answers. */
  receipt: string | undefined;
  body: Buffer;
}>;

/** A service for measuring, on an empty data folder, and a client that keeps its connections. */
export type MeasuredService = Readonly<{
  pid: number;
  url: string;
  internalUrl: string;
  folder: string;
  /** What it has logged so far. */
  log: () => readonly LogLine[];
  /** Uploads `parts` one after the other as one body. */
  upload: (...parts: readonly Uint8Array[]) => Promise<Answer>;
  /** Asks for an operation on an output. */
  operate: (location: string, operation: object) => Promise<Answer>;
  /** The result of an upload. */
  download: (location: string) => Promise<Answer>;
  /** How the result of an upload or operation came to be. */
  receiptOf: (answer: Answer) => Promise<Receipt>;
  stop: () => Promise<void>;
}>;

/** bwrap does not hand on the CPU time of what has run in it. */
export const toolsTellTime = ['--tools-sandbox', 'limits'];

/** As bare commands run: with fixed settings, and without namespaces. */
export const likeBareCommands = ['--quality-mode', 'fixed', ...toolsTellTime];

/** In memory, where the machine has enough. Tests keep job folders on the disk, beside the data folder. */
const workFolderAsShipped = ['--work-dir', ''];

/** Starts the service, with `project` that of another checkout. */
export const startMeasured = async (
  flags: readonly string[] = [],
  project?: string,
): Promise<MeasuredService> => {
  const usual = ['--log-level', 'warn', ...workFolderAsShipped];
  const service = await startTemporaryService([...usual, ...flags], project);
  const agent = new https.Agent({ keepAlive: true, ca: await readFile(service.certificate) });
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    parts: readonly Uint8Array[] = [],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const request = https.request(url, {
      agent,
      method,
      auth: `api:${service.key}`,
      headers: { 'Content-Length': length, ...headers },
    });
    for (const part of parts) request.write(part);
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body = await buffer(response);
    const { statusCode = 0, headers: answered } = response;
    const [, receipt] = /^<(.+)>; rel="receipt"$/.exec(String(answered.link)) ?? [];
    return { status: statusCode, location: answered.location ?? '', receipt, body };
  };
  const stop = async (): Promise<void> => {
    agent.destroy();
    await service.stopAndRemove();
  };
  return {
    pid: service.pid,
    url: service.url,
    internalUrl: service.internalUrl,
    folder: service.folder,
    log: service.log,
    upload: (...parts) => send('POST', `${service.url}/shrink`, parts),
    operate: (location, operation) =>
      send('POST', location, [Buffer.from(JSON.stringify(operation))], {
        'Content-Type': 'application/json',
      }),
    download: (location) => send('GET', location),
    receiptOf: async ({ location, receipt }) => {
      const address = receipt === undefined ? `${location}/receipt` : `${service.url}${receipt}`;
      const { status, body } = await send('GET', address);
      if (status !== 200) throw new Error(`${address}: ${status}`);
      return JSON.parse(body.toString()) as Receipt;
    },
    stop,
  };
};
