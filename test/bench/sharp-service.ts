import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { loadSharp } from './sharp.ts';

/** sharp behind HTTPS, with mozjpeg at quality 80, and a client that keeps its connections. */
type SharpService = Readonly<{
  pid: number;
  upload: (picture: Uint8Array) => Promise<Buffer>;
  /** The picture in a file, scaled to a width. */
  resize: (source: string, width: number) => Promise<Buffer>;
  stop: () => Promise<void>;
}>;

const program = fileURLToPath(new URL('sharp-server.ts', import.meta.url));

/** Starts it with the certificate that a measured service has made in its folder. */
export const startSharp = async ({ folder }: { folder: string }): Promise<SharpService> => {
  // Here too, so that it is told how to install what is missing.
  loadSharp();
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(folder, 'data/tls', name));
  const child = spawn(process.execPath, [program, cert!, key!], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const agent = new https.Agent({ keepAlive: true, ca: readFileSync(cert!) });
  const send = async (query: string, body: Uint8Array): Promise<Buffer> => {
    const request = https.request(`https://localhost:${port}/${query}`, { agent, method: 'POST' });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return buffer(response);
  };
  return {
    pid: child.pid!,
    upload: (picture) => send('', picture),
    resize: (source, width) =>
      send(`?${new URLSearchParams({ source, width: String(width) })}`, Buffer.alloc(0)),
    stop: async () => {
      agent.destroy();
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
};
