import type { Decoder } from '../../image/decoder.ts';
import type { Effort, QualityMode } from '../../image/encoder.ts';
import type { Tool } from '../../tools/tool-runner.ts';
import type { Pressure } from './pressure.ts';
import type { Scorer } from '../scorer/client.ts';

/** The values `quality.*` of the configuration. Scores are on SSIMULACRA2's scale. */
export type QualitySettings = Readonly<{
  mode: QualityMode;
  effort: Effort;
  /** The score to aim at; lowered for a poor source. */
  target: number;
  /** A lossy result with a lower score is only served when no other result is left. */
  min: number;
  /** Most trials for each variant of an encoder. */
  trials: number;
  /** Work for the trials of one candidate, in encodings of the whole picture. */
  budget: number;
  /** The same for palettes. */
  paletteBudget: number;
}>;

/** What settings are chosen with in adaptive mode. */
export type QualityOptions = QualitySettings &
  Readonly<{ scorer: Scorer; decoders: Decoders; pressure: Pressure }>;

/** By media type. */
export type Decoders = ReadonlyMap<string, Readonly<{ decoder: Decoder; tool: Tool }>>;
