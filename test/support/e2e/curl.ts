import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningService } from '../service/service.ts';

/** An answer as curl saved it; `headers` with the names as they were sent. */
export type CurlAnswer = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** What `--verbose` shows. */
  shown: string;
}>;

/** Runs the real curl against a service, with its certificate and key; `input` is its standard input. */
export const curl = async (
  { url, certificate, key }: Pick<RunningService, 'url' | 'certificate' | 'key'>,
  path: string,
  args: readonly string[] = [],
  input: Uint8Array = Buffer.alloc(0),
): Promise<CurlAnswer> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-curl-'));
  const [head, body] = [join(folder, 'head'), join(folder, 'body')];
  const trust = ['--silent', '--show-error', '--cacert', certificate, '--user', `api:${key}`];
  const files = ['--dump-header', head, '--output', body];
  try {
    const running = promisify(execFile)('curl', [...trust, ...files, ...args, `${url}${path}`]);
    running.child.stdin!.end(input);
    const { stderr } = await running;
    return { ...parsed(await readFile(head, 'latin1')), body: await contents(body), shown: stderr };
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** curl makes no file for an answer without a body. */
const contents = (file: string): Promise<Buffer> => readFile(file).catch(() => Buffer.alloc(0));

/** The last of the answers, which a `100 Continue` may go before. */
const parsed = (head: string): Pick<CurlAnswer, 'status' | 'headers'> => {
  const [first = '', ...lines] = head.trimEnd().split('\r\n\r\n').at(-1)!.split('\r\n');
  const pairs = lines.map((line) => /^([^:]+): ?(.*)$/.exec(line)!.slice(1));
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(pairs) };
};
