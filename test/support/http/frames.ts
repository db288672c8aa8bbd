import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';

/** A frame of HTTP/2 (RFC 9113, section 4.1). */
export const frame = (
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array = Buffer.alloc(0),
): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

/** Fields from the static table, and others as literals without an index (RFC 7541, section 6). */
export const headerBlock = (path: string, method: 'GET' | 'POST' = 'POST'): Buffer => {
  const literal = (index: number, text: string): Buffer =>
    Buffer.concat([Buffer.from([index, text.length]), Buffer.from(text, 'latin1')]);
  return Buffer.concat([
    Buffer.from([method === 'GET' ? 0x82 : 0x83, 0x87]),
    literal(0x04, path),
    literal(0x01, 'localhost'),
  ]);
};

/** What has come of a stream: `headers`, `end`, `reset` with its code, and bytes of data. */
type Seen = { marks: string[]; bytes: number };

/** A client that sends frames as they are. */
type FrameClient = Readonly<{
  send: (...frames: readonly Uint8Array[]) => void;
  seen: (stream: number) => Readonly<Seen>;
  until: (isDone: () => boolean) => Promise<void>;
  /** Resolves when the server has read all that was sent. */
  isRead: () => Promise<void>;
}>;

/** Begins HTTP/2. With `window`, that is what the server may send of a stream; else each byte that comes is replaced. */
export const frameClient = (
  socket: TLSSocket,
  { window }: Readonly<{ window?: number }>,
): FrameClient => {
  const streams = new Map<number, Seen>();
  let pings = 0;
  let rest: Buffer = Buffer.alloc(0);
  const seen = (id: number): Seen => {
    const known = streams.get(id) ?? { marks: [], bytes: 0 };
    streams.set(id, known);
    return known;
  };
  const send: FrameClient['send'] = (...frames) => void socket.write(Buffer.concat(frames));
  const take = (type: number, flags: number, id: number, payload: Buffer): void => {
    const { marks } = seen(id);
    if (type === 6) pings += 1;
    if (type === 0) seen(id).bytes += payload.length;
    if (type === 1) marks.push('headers');
    if (type < 2 && (flags & 1) === 1) marks.push('end');
    if (type === 3) marks.push(`reset ${payload.readUInt32BE()}`);
    if (type === 0 && payload.length > 0 && window === undefined) {
      send(windowUpdate(0, payload.length), windowUpdate(id, payload.length));
    }
  };
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const end = 9 + rest.readUIntBE(0, 3);
      take(rest[3]!, rest[4]!, rest.readUInt32BE(5), rest.subarray(9, end));
      rest = rest.subarray(end);
    }
  });
  const setting = Buffer.from([0, 4, 0, 0, 0, 0]);
  setting.writeUInt32BE(window ?? 65_535, 2);
  send(Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0, setting));
  const until: FrameClient['until'] = async (isDone) => {
    while (!isDone()) await once(socket, 'data');
  };
  const isRead = async (): Promise<void> => {
    const before = pings;
    send(frame(6, 0, 0, Buffer.alloc(8)));
    await until(() => pings > before);
  };
  return { send, seen, until, isRead };
};

/** Lets the server send more of a stream, or of all of them: stream 0. */
export const windowUpdate = (stream: number, bytes: number): Buffer => {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes);
  return frame(8, 0, stream, payload);
};
