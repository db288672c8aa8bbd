import type { Scorer } from '../../../src/engine/scorer/client.ts';
import type { DerivedFile } from '../../../src/engine/scorer/protocol.ts';

/** The scorer, where some kinds of files are derived by `make`. */
export const makingBy = (
  scorer: Scorer,
  kinds: readonly DerivedFile['kind'][],
  make: Scorer['make'],
): Scorer => ({
  ...scorer,
  make: (request, use) => (kinds.includes(request.derived.kind) ? make : scorer.make)(request, use),
});

/** Makes nothing of a source. */
export const declining: Scorer['make'] = async () => ({ verdict: 'declined', milliseconds: 0 });

/** Kinds of palettes that are made of another one. */
export const coarserPalettes = ['repeated-colours', 'merged-colours'] as const;
