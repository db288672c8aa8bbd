import { readFile } from 'node:fs/promises';
import { removeTemporaries, sharedWrite, writeFileAtomically } from '../durable-file.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import { isMonth } from './month.ts';

/** A request that was refused although it may have been counted. */
export type Refund = Readonly<{
  requestId: string;
  month: string;
  accountId: string;
  compressions: number;
  /** When it was first tried, in milliseconds since 1970. */
  at: number;
}>;

type RefundsOptions = Readonly<{
  /** A file with one JSON object a line. */
  path: string;
  /** Takes a count back. May be called again for one that it has taken back. */
  refund: (refused: Refund) => Promise<void>;
  /** Called when the file cannot be written. */
  onProblem: (error: unknown) => void;
  retryMs?: number;
}>;

export type Refunds = Awaited<ReturnType<typeof openRefunds>>;

/**
 * The refused requests whose count is still to be taken back. Reads the file, and begins to take back what is in it.
 * Rejects with `StartError` when it is damaged.
 */
export const openRefunds = async (options: RefundsOptions) => {
  const { path, refund, onProblem, retryMs = 1000 } = options;
  await removeTemporaries(path);
  const pending = new Set(await readRefunds(path));
  const file = sharedWrite(() => writeFileAtomically(path, textOf(pending)));
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let refunding = Promise.resolve();

  const refundAll = async (): Promise<void> => {
    const taken = await Promise.all(
      [...pending].map((refused) =>
        refund(refused).then(
          () => pending.delete(refused),
          () => false,
        ),
      ),
    );
    if (taken.includes(true)) await file.run().catch(onProblem);
    if (pending.size > 0) schedule();
  };

  const schedule = (): void => {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      refunding = refunding.then(refundAll);
    }, retryMs);
    timer.unref();
  };

  if (pending.size > 0) refunding = refundAll();
  return {
    /** Resolves when the request is on disk. It is then taken back, after a restart too. */
    add: async (refused: Refund): Promise<void> => {
      pending.add(refused);
      schedule();
      await file.run().catch(onProblem);
    },
    pending: (): number => pending.size,
    /** Tries the pending ones once more. The rest stays on disk for the next start. */
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      await refunding;
      await refundAll();
      await file.settled();
    },
  };
};

const textOf = (pending: ReadonlySet<Refund>): string =>
  [...pending].map((refused) => `${JSON.stringify(refused)}\n`).join('');

const readRefunds = async (path: string): Promise<Refund[]> => {
  const lines = (await readText(path)).split('\n').filter((line) => line !== '');
  const read = lines.map(refundOf);
  const damaged = read.indexOf(undefined);
  if (damaged === -1) return read as Refund[];
  throw problemWith(path, `line ${damaged + 1} is damaged`);
};

const readText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return '';
    throw problemWith(path, `it cannot be read (${systemCodeOf(error)})`);
  }
};

const refundOf = (line: string): Refund | undefined => {
  let parsed: Partial<Refund> | null;
  try {
    parsed = JSON.parse(line) as Partial<Refund> | null;
  } catch {
    return undefined;
  }
  const { requestId, month, accountId, compressions, at } = parsed ?? {};
  const isWhole =
    typeof requestId === 'string' &&
    typeof month === 'string' &&
    isMonth(month) &&
    typeof accountId === 'string' &&
    Number.isSafeInteger(compressions) &&
    Number.isSafeInteger(at);
  return isWhole ? (parsed as Refund) : undefined;
};

const problemWith = (path: string, problem: string): StartError =>
  new StartError(
    `The file of refused counts ${path}: ${problem}. Remove the line, or the file: each line is a request that ` +
      'was answered with an error and may be counted all the same.',
  );
