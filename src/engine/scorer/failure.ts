/** A result could not be measured. It may still be good. */
export class ScorerFailure extends Error {
  override readonly name = 'ScorerFailure';
  /** It would fail again, because of the picture. */
  readonly isLasting: boolean;

  constructor(reason: string, { isLasting, ...options }: ErrorOptions & { isLasting: boolean }) {
    super(reason, options);
    this.isLasting = isLasting;
  }
}

/** The failure where it is one of the process that works on pixels. @throws any other error. */
export const asFailure = (error: unknown): ScorerFailure => {
  if (error instanceof ScorerFailure) return error;
  throw error;
};
