import { ServiceError } from '../errors.ts';
import type { Receipt } from '../image/search/receipt.ts';
import type { Outputs } from '../outputs/output.ts';
import type { Download, Reader } from './download.ts';

/** The output whose receipt is requested, or the result of an operation on it. */
type ReceiptRequest = Readonly<{ id: string; resultId: string | undefined; reader: Reader }>;

export type Receipts = (request: ReceiptRequest) => Promise<Receipt>;

/**
 * The use case of `GET /output/<id>/receipt` and `GET /output/<id>/receipt/<result>`: the receipt of an output,
 * or of a result of an operation on it.
 * @throws ServiceError `not_found`, for another account's output and another source's result too (design,
 * invariant 4).
 */
export const createReceipts =
  ({ download, outputs }: Readonly<{ download: Download; outputs: Outputs }>): Receipts =>
  async ({ id, resultId, reader }) => {
    const lease = await download(id, reader);
    try {
      const { owner, receipt, source } = lease.output;
      if (resultId === undefined) return receipt;
      const result = await outputs.openResult(resultId, owner);
      result?.release();
      if (result?.made.sourceSha256 === source.sha256) return result.made.receipt;
      throw new ServiceError('not_found', 'No receipt is kept: the result has expired.');
    } finally {
      lease.release();
    }
  };
