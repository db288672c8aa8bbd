/** Why a page refuses a request, beside the errors that the API has too. */
type RefusalReason = 'cross_site' | 'wrong_host' | 'forbidden';

/** A request that a page refuses. Nothing has been changed. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  /** Where the service is, for `wrong_host`. */
  readonly address: string;

  constructor(reason: RefusalReason, message: string, address = '') {
    super(message);
    this.name = 'Refusal';
    this.reason = reason;
    this.address = address;
  }
}

/** RFC 9110, sections 15.5.4 and 15.5.20. */
export const refusalStatus: Readonly<Record<RefusalReason, number>> = {
  cross_site: 403,
  wrong_host: 421,
  forbidden: 403,
};
