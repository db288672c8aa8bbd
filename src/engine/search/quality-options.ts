import type { Decoder } from '../../image/decoder.ts';
import type { Effort, QualityMode } from '../../image/encoder.ts';
import type { Tool } from '../../tools/tool-runner.ts';
import type { Pressure } from './pressure.ts';
import type { Scorer } from '../scorer/client.ts';

/** The settings `quality.*` of the configuration. */
export type QualitySettings = Readonly<{
  mode: QualityMode;
  effort: Effort;
  target: number;
  min: number;
  max: number | null;
  trials: number;
  budget: number;
  paletteBudget: number;
}>;

/** What settings are chosen with in adaptive mode. Scores are on SSIMULACRA2's scale. */
export type QualityOptions = Readonly<{
  effort: Effort;
  /** The score to aim at; lowered for a poor source. */
  configuredTarget: number;
  /** A lossy result with a lower score is only served when no other result is left. */
  minScore: number;
  /** A result that meets the target is not made smaller while it scores this or less; null: the target. */
  maxScore: number | null;
  /** Most trials for each variant of an encoder. */
  maxTrials: number;
  /** Work for the trials of one candidate, in encodings of the whole picture. */
  budget: number;
  /** The same for palettes. */
  paletteBudget: number;
  scorer: Scorer;
  decoders: Decoders;
  pressure: Pressure;
}>;

/** By media type. */
export type Decoders = ReadonlyMap<string, Readonly<{ decoder: Decoder; tool: Tool }>>;
