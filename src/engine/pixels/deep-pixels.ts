import { deepPngType } from '../../image/plan.ts';
import { pngOrientedPieces } from '../../image/png/oriented.ts';
import { pixelsFileName } from '../../jobs/file-names.ts';
import { deepColourArgs, uprightArgs } from '../../tools/vips/args.ts';
import type { Job } from '../job.ts';
import type { PixelTools, RunStep } from './run-vips.ts';
import { decodeAvif } from './with-decoded-avif.ts';
import { rewritten } from './write-source.ts';

/**
 * Makes the pixels of 16 bits a sample where a candidate reads them: those of the AVIF whose decoded job
 * this is, upright and in sRGB. vips_thumbnail, which makes the others, writes 8 bits.
 * @throws as `withDecodedAvif` and `runVips` do.
 */
export const makeDeepPixels = async (
  job: Job,
  tools: PixelTools,
  runVips: RunStep,
): Promise<void> => {
  const { facts, plan, decoderInput } = job;
  if (!plan.candidates.some(({ from }) => from === deepPngType)) return;
  const iccProfile = decoderInput?.iccProfile ?? 'none';
  const steps = [
    ...(facts.orientation === 1 ? [] : [uprightArgs]),
    ...(iccProfile === 'other' ? [deepColourArgs] : []),
  ];
  const fileAfter = (done: number): string =>
    done === steps.length ? pixelsFileName(deepPngType) : `deep${done}.png`;
  const decoded = facts.orientation === 1 ? fileAfter(0) : 'deep.png';
  await decodeAvif(job, tools, { isDeep: true, output: decoded });
  if (facts.orientation !== 1) {
    await rewritten(job, decoded, fileAfter(0), (png) => pngOrientedPieces(png, facts.orientation));
  }
  for (const [done, argsOf] of steps.entries()) {
    const [input, output] = [fileAfter(done), fileAfter(done + 1)];
    const step = { args: argsOf(input, output), input, output };
    await runVips({ ...job, decoderInput: { input, iccProfile } }, step);
  }
};
