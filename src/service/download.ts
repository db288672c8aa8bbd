import type { Account, Accounts } from '../accounts/accounts.ts';
import { ServiceError } from '../errors.ts';
import type { OutputLease, Outputs, ResultLease } from '../outputs/output.ts';

/** Who reads an output: an account, or anybody where downloads are public. */
export type Reader = Account | 'anybody';

export type Download = (id: string, reader: Reader) => Promise<OutputLease>;

/**
 * The use case of `GET /output/<id>`: a lease on the output.
 * @throws ServiceError `not_found`, for another account's output too (design, invariant 4), and for one whose account
 * was deleted.
 */
export const createDownload = ({
  accounts,
  outputs,
}: Readonly<{ accounts: Pick<Accounts, 'get'>; outputs: Outputs }>): Download => {
  const mayRead = async (reader: Reader, owner: string): Promise<boolean> =>
    reader === 'anybody' ? (await accounts.get(owner)) !== undefined : owner === reader.id;

  return async (id, reader) => {
    const lease = await outputs.open(id);
    if (lease === undefined) throw gone();
    try {
      if (await mayRead(reader, lease.output.owner)) return lease;
    } catch (error) {
      lease.release();
      throw error;
    }
    lease.release();
    throw gone();
  };
};

export type DownloadResult = (
  request: Readonly<{ id: string; resultId: string; reader: Reader }>,
) => Promise<ResultLease>;

/**
 * A lease on the result of an operation that was made before, by the id that `OperateResult` has.
 * @throws ServiceError `not_found`, for another account's output and another source's result too (design,
 * invariant 4).
 */
export const createDownloadResult =
  ({ download, outputs }: Readonly<{ download: Download; outputs: Outputs }>): DownloadResult =>
  async ({ id, resultId, reader }) => {
    const { output, release } = await download(id, reader);
    try {
      const result = await outputs.openResult(resultId, output.owner);
      if (result?.made.sourceSha256 === output.source.sha256) return result;
      result?.release();
      throw gone();
    } finally {
      release();
    }
  };

const gone = (): ServiceError => new ServiceError('not_found', 'Resource not found or expired.');
