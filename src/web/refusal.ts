import { ServiceError } from '../errors.ts';

/** Why a page refuses a request, beside the errors that the API has too. */
type RefusalKind = 'cross_site' | 'wrong_host' | 'forbidden';

/** A request that a page refuses. Nothing has been changed. */
export class Refusal extends ServiceError {
  readonly kind: RefusalKind;
  /** Where the service is, for `wrong_host`. */
  readonly address: string;

  constructor(kind: RefusalKind, message: string, address = '') {
    super('bad_request', message);
    this.name = 'Refusal';
    this.kind = kind;
    this.address = address;
  }
}

/** RFC 9110, sections 15.5.4 and 15.5.20. */
export const refusalStatus: Readonly<Record<RefusalKind, number>> = {
  cross_site: 403,
  wrong_host: 421,
  forbidden: 403,
};
