import { overlayFileName } from '../../tools/vips/framing-args.ts';
import type { Job } from '../job.ts';
import { type Composite, overlaySteps } from './framing-steps.ts';
import type { RunStep } from './run-vips.ts';

/** Makes the file that is laid over the picture, where the plan has one, of that which is beside the source. */
export const makeOverlay = async (job: Job, run: RunStep): Promise<void> => {
  const composite = job.plan.resize?.steps?.find(
    (step): step is Composite => step.kind === 'composite',
  );
  if (composite === undefined) return;
  const changes = overlaySteps(composite);
  let input = composite.picture.fileName;
  for (const [stage, change] of changes.entries()) {
    const output = stage === changes.length - 1 ? overlayFileName : `overlay${stage}.png`;
    await run(job, { args: change(input, output), input, output });
    input = output;
  }
};
