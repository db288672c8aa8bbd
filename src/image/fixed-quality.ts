import { type Encoder, fixedSetting, type Setting, uses } from './encoder.ts';

/** The factor between the tables of Annex K (T.81) at 100 % and ours of equal low frequencies. */
const annexScale = 4.5;

/** Largest quantiser of AV1, as avifenc takes it. */
const largestQuantiser = 63;

/**
 * The setting of an encoder for a quality of 1 to 100, as people know it of JPEG: for tables of JPEG by the scale of
 * libjpeg (jcparam.c, jpeg_quality_scaling), for quantisers as libavif divides them, and otherwise that number itself.
 * Without a quality it is that of the configuration.
 */
export const settingFor = (encoder: Encoder, quality: number | undefined): Setting => {
  const usual = fixedSetting(encoder);
  return usual.value === undefined || quality === undefined
    ? usual
    : { ...usual, value: valueFor(encoder, quality) };
};

const valueFor = (encoder: Encoder, quality: number): number => {
  const { finest = 100, coarsest = 1 } = encoder.quality ?? {};
  if (uses(encoder.command ?? [], 'qtables')) return annexScale * libjpegScale(quality);
  if (finest > coarsest) return quality;
  return Math.round(((100 - quality) * largestQuantiser) / 100);
};

/** From 50 for quality 1 to 0.01 for 100. */
const libjpegScale = (quality: number): number =>
  quality < 50 ? 50 / quality : Math.max(0.01, 2 - quality / 50);
