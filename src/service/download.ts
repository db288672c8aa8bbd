import type { Account } from '../accounts/accounts.ts';
import { ServiceError } from '../errors.ts';
import type { OutputLease, Outputs } from '../outputs/output.ts';

/** Who reads an output: an account, or anybody where downloads are public. */
export type Reader = Account | 'anybody';

export type Download = (id: string, reader: Reader) => Promise<OutputLease>;

/**
 * The use case of `GET /output/<id>`: a lease on the output.
 * @throws ServiceError `not_found`, for another account's output too (design, invariant 4).
 */
export const createDownload =
  ({ outputs }: { outputs: Outputs }): Download =>
  async (id, reader) => {
    const lease = await outputs.open(id);
    if (lease === undefined) throw gone();
    if (reader !== 'anybody' && lease.output.owner !== reader.id) {
      await lease.release();
      throw gone();
    }
    return lease;
  };

const gone = (): ServiceError => new ServiceError('not_found', 'Resource not found or expired.');
