import { avifPlainPieces } from '../../image/avif/strip.ts';
import { decoderArgv } from '../../image/decoder.ts';
import { exitCodes } from '../../image/encoder.ts';
import { pngOrientedPieces } from '../../image/png/oriented.ts';
import { pngHeaderIn } from '../../image/png/header.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import { noDecoder } from '../client-errors.ts';
import type { Job } from '../job.ts';
import { decodingErrorOf } from './decoding-error.ts';
import type { PixelTools } from './run-vips.ts';
import { rewritten } from './write-source.ts';

const plain = 'plain.avif';
const decoded = 'decoded.png';
const upright = 'oriented.png';

/**
 * The job with a PNG of its source, where that is an AVIF: libvips reads none here. The PNG has 8 bits a
 * sample, or 16 where it is grey, the source's colours with a profile where they are not sRGB, and its orientation as a chunk.
 * @throws ServiceError `decode_failed` when the source cannot be decoded, `unsupported_media_type` when
 * no decoder is configured, `storage_full`, `unavailable`; ToolFailure where the service is at fault.
 */
export const withDecodedAvif = async (job: Job, tools: PixelTools): Promise<Job> => {
  const { facts } = job;
  if (facts.mediaType !== 'image/avif') return job;
  await rewritten(job, sourceFileName(facts.mediaType), plain, (source) =>
    avifPlainPieces(source, facts),
  );
  // The decoder writes the samples of 8-bit grey as they are, also those of a limited range. libvips makes 8 bits.
  await decodeAvif(job, tools, { isDeep: facts.colour === 'grey', output: decoded });
  const input = facts.orientation === 1 ? decoded : upright;
  if (input === upright) {
    await rewritten(job, decoded, upright, (png) => pngOrientedPieces(png, facts.orientation));
  }
  const iccProfile = facts.gamma === 'other' ? 'other' : facts.iccProfile;
  const readable = { ...job, decoderInput: { input, iccProfile } };
  return facts.hasAlpha && !(await hasAlpha(job, decoded)) ? opaque(readable) : readable;
};

const hasAlpha = ({ folder }: Job, png: string): Promise<boolean> =>
  withFileBytes(folder.file(png), (bytes) => pngHeaderIn(bytes).hasAlphaChannel);

/** Some decoders drop alpha that hides nothing. Margins may still have it. */
const opaque = ({ facts, plan, ...job }: Job): Job => ({
  ...job,
  facts: { ...facts, hasAlpha: false },
  plan: plan.resize?.addsAlpha === true ? plan : { ...plan, background: undefined },
});

/** Decodes the plain copy of the source, which `withDecodedAvif` has made. Throws as that does. */
export const decodeAvif = async (
  job: Job,
  { runner, decoders, maxWaitMs }: PixelTools,
  { isDeep, output }: Readonly<{ isDeep: boolean; output: string }>,
): Promise<void> => {
  const { folder, facts, client, endBy } = job;
  const found = decoders.get(facts.mediaType);
  if (found === undefined) throw noDecoder();
  const { decoder, tool } = found;
  const files = { input: plain, output };
  const args = decoderArgv(decoder, files, isDeep ? 16 : 8).slice(1);
  const use = { tool, args, folder, ...files, client, endBy, maxWaitMs };
  try {
    await runner.run({ ...use, declines: exitCodes(decoder, 'warned') });
  } catch (error) {
    throw await decodingErrorOf(error, job);
  }
};
