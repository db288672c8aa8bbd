import { expect } from 'chai';
import type { Measured } from '../../../src/engine/scorer/client.ts';
import type { ScorerAnswer, ScorerWork } from '../../../src/engine/scorer/protocol.ts';

/** The value of an answer to a request of a kind. */
export const valueIn = <Kind extends keyof ScorerWork>(
  answer: ScorerAnswer,
): ReturnType<ScorerWork[Kind]> =>
  answer.kind === 'done'
    ? (answer.value as ReturnType<ScorerWork[Kind]>)
    : expect.fail(JSON.stringify(answer));

/** A measurement that was made in no time. */
export const scored = (score: number, worstPlace = score): Measured => ({
  ...{ score, worstPlace, banding: 0, colourLoss: 0, milliseconds: 0 },
});
