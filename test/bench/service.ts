import { readFile } from 'node:fs/promises';
import https from 'node:https';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { makeServiceFolder, removeFolder, startService } from '../helpers/service.ts';

/** A service for measuring, on an empty data folder, and a client that keeps its connections. */
export type MeasuredService = Readonly<{
  pid: number;
  /** Uploads `parts` one after the other as one body and resolves with the status, the answer read. */
  upload: (...parts: readonly Uint8Array[]) => Promise<number>;
  stop: () => Promise<void>;
}>;

export const startMeasured = async (): Promise<MeasuredService> => {
  const folder = await makeServiceFolder();
  const service = await startService(folder, {
    flags: ['--log-level', 'warn'],
    throughServe: true,
  });
  const agent = new https.Agent({ keepAlive: true, ca: await readFile(service.certificate) });
  const upload: MeasuredService['upload'] = async (...parts) => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const request = https.request(`${service.url}/shrink`, {
      agent,
      method: 'POST',
      auth: `api:${service.key}`,
      headers: { 'Content-Length': length },
    });
    for (const part of parts) request.write(part);
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode ?? 0;
  };
  const stop = async (): Promise<void> => {
    agent.destroy();
    await service.stop();
    await removeFolder(folder);
  };
  return { pid: service.pid, upload, stop };
};
