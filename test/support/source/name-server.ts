import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv4 } from 'node:net';
import type { Socket } from 'node:net';

export type Question = Readonly<{ name: string; family: 4 | 6; over: 'udp' | 'tcp' }>;

/** Addresses, an error by its name in RFC 1035 section 4.1.1, or nothing at all. */
export type Answer =
  | readonly string[]
  | 'SERVFAIL'
  | 'NXDOMAIN'
  | 'REFUSED'
  | 'silence'
  | 'truncated'
  | Readonly<{ alias: string; addresses: readonly string[] }>;

export type NameServer = Readonly<{
  /** As `setServers` of `node:dns` takes it. */
  address: string;
  questions: Question[];
  close: () => Promise<void>;
}>;

/** A name server on a free port of loopback, over UDP and TCP. */
export const startNameServer = async (
  answerTo: (question: Question) => Answer,
): Promise<NameServer> => {
  const questions: Question[] = [];
  const respond = (query: Buffer, over: Question['over'], send: (reply: Buffer) => void): void => {
    const asked = questionIn(query, over);
    questions.push(asked.question);
    const answer = answerTo(asked.question);
    if (answer !== 'silence') send(replyTo(query, asked, answer));
  };
  const connections = new Set<Socket>();
  const tcp = createServer((socket) => {
    connections.add(socket.on('error', () => {}));
    socket.on('data', (chunk: Buffer) =>
      respond(chunk.subarray(2), 'tcp', (reply) => {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(reply.length);
        socket.write(Buffer.concat([length, reply]));
      }),
    );
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as { port: number };
  const udp = createSocket('udp4', (query, from) =>
    respond(query, 'udp', (reply) => udp.send(reply, from.port, from.address)),
  );
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  const close = async (): Promise<void> => {
    udp.close();
    for (const socket of connections) socket.destroy();
    tcp.close();
    await once(tcp, 'close');
  };
  return { address: `127.0.0.1:${port}`, questions, close };
};

type Asked = Readonly<{ question: Question; bytes: Buffer; type: number }>;

const headBytes = 12;

/** RFC 1035 section 4.1.2. */
const questionIn = (query: Buffer, over: Question['over']): Asked => {
  const labels: string[] = [];
  let at = headBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  const question = { name: labels.join('.'), family: type === 1 ? 4 : 6, over } as const;
  return { question, bytes: query.subarray(headBytes, at + 5), type };
};

const codes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5, truncated: 0 };

const replyTo = (query: Buffer, { bytes, type }: Asked, answer: Answer): Buffer => {
  const head = Buffer.alloc(headBytes);
  head.writeUInt16BE(query.readUInt16BE(0));
  const isError = typeof answer === 'string' && answer !== 'silence';
  // Response, recursion asked for and available; TC where the answer is to be asked for over TCP.
  head.writeUInt16BE(
    0x8180 | (isError ? codes[answer] : 0) | (answer === 'truncated' ? 0x0200 : 0),
    2,
  );
  head.writeUInt16BE(1, 4);
  const records = typeof answer === 'string' ? [] : recordsOf(answer, type);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, bytes, ...records]);
};

const recordsOf = (answer: Exclude<Answer, string>, type: number): readonly Buffer[] => {
  if (Array.isArray(answer)) return answer.map((address) => addressRecord(asked, address, type));
  const { alias, addresses } = answer as Readonly<{ alias: string; addresses: readonly string[] }>;
  const name = nameBytes(alias);
  return [
    recordOf(asked, 5, name),
    ...addresses.map((address) => addressRecord(name, address, type)),
  ];
};

/** A pointer to the name in the question. */
const asked = Buffer.from([0xc0, headBytes]);

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.alloc(1),
  ]);

const addressRecord = (name: Buffer, address: string, type: number): Buffer =>
  recordOf(
    name,
    type,
    isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : six(address),
  );

/** An IPv6 address in full notation, or `::1`. */
const six = (address: string): Buffer =>
  Buffer.from(
    (address === '::1' ? '0:0:0:0:0:0:0:1' : address)
      .split(':')
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
  );

const recordOf = (name: Buffer, type: number, data: Buffer): Buffer => {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, fixed, data]);
};
