import { expect } from 'chai';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createImageReceiver } from '../../../src/jobs/receive-image.ts';
import { createJobFolders } from '../../../src/jobs/job-folder.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { basic, fillQueue, startApi, type Api } from '../../support/http/api.ts';
import { killProcessesIn } from '../../../src/tools/process/leftovers.ts';

const megabyte = Buffer.alloc(1_000_000);
const megabytes = 10;

describe('an answer that comes before the body has been read', () => {
  const inFolder = temporaryFolders();
  let api: Api;
  let socket: Socket;

  beforeEach(async () => {
    const folders = await createJobFolders(inFolder('jobs'), killProcessesIn);
    const limits = { pixels: 1000, frames: 10 };
    const receiver = createImageReceiver({
      folders,
      preparedFolders: folders,
      maxBytes: 2_000_000,
      limits,
    });
    api = await startApi({
      maxUploadBytes: 50_000_000,
      receive: async (input, signal) => {
        if (input.kind === 'body') await receiver.receive(input.body, signal);
        throw new Error('It should have been refused.');
      },
    });
    socket = connect(api.port, '127.0.0.1');
    await once(socket, 'connect');
  });
  afterEach(async () => {
    socket.destroy();
    await api.close();
  });

  /** Sends 10 MB, whatever comes back meanwhile, then gives the answer. */
  const send = async (headers: readonly string[], isChunked: boolean): Promise<string> => {
    let answer = '';
    const listen = (bytes: Buffer): void => void (answer += bytes.toString());
    socket.on('data', listen);
    const length = isChunked
      ? 'Transfer-Encoding: chunked'
      : `Content-Length: ${megabytes * megabyte.length}`;
    socket.write(
      ['POST /shrink HTTP/1.1', 'Host: localhost', length, ...headers, '', ''].join('\r\n'),
    );
    for (let sent = 0; sent < megabytes; sent += 1) {
      if (isChunked) socket.write(`${megabyte.length.toString(16)}\r\n`);
      socket.write(megabyte);
      if (isChunked) socket.write('\r\n');
      if (socket.writableNeedDrain) await once(socket, 'drain');
    }
    if (isChunked) socket.write('0\r\n\r\n');
    while (!answer.endsWith('}')) await once(socket, 'data');
    socket.off('data', listen);
    return answer;
  };

  const authorization = (): string => `Authorization: ${basic(`api:${api.key}`)}`;
  const json = 'Content-Type: application/json';
  const cases: readonly (readonly [
    title: string,
    status: number,
    headers: () => readonly string[],
    prepare?: () => void,
  ])[] = [
    ['wrong key', 401, () => ['Authorization: Basic x']],
    ['image over the limit', 413, () => [authorization()]],
    ['JSON over the limit', 413, () => [authorization(), json]],
    ['full queue', 503, () => [authorization()], () => fillQueue(api)],
  ];
  for (const [title, status, headers, prepare] of cases) {
    for (const isChunked of [false, true]) {
      it(`reaches a client that goes on sending, as does the next one: ${title}${isChunked ? ', in chunks' : ''}`, async () => {
        prepare?.();
        for (let round = 0; round < 2; round += 1) {
          expect(await send(headers(), isChunked)).to.match(new RegExp(`^HTTP/1.1 ${status} `));
        }
      });
    }
  }
});
