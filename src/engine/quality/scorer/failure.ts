/** Why nothing was measured. The result may still be good; it is only not known how good. */
export class ScorerFailure extends Error {
  override readonly name = 'ScorerFailure';
  /** It would be so again: what was to be measured is to blame. */
  readonly isLasting: boolean;

  constructor(reason: string, { isLasting, ...options }: ErrorOptions & { isLasting: boolean }) {
    super(reason, options);
    this.isLasting = isLasting;
  }
}
