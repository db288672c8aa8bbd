import { randomBytes } from 'node:crypto';
import { createBare } from './bare.ts';
import { median } from './median.ts';
import { benchPictures } from './pictures.ts';
import { likeBareCommands, startMeasured } from './service.ts';

const rounds = 3;

/**
 * Time of one upload on an idle service against the bare commands of the same picture, side by side
 * as in the service and in turns with it. Target: a median of at most 15 ms more.
 */
export const latency = async (): Promise<void> => {
  const pictures = await benchPictures();
  const bare = await createBare(pictures);
  const service = await startMeasured(likeBareCommands);
  await service.upload(Buffer.from('no image'));
  const added: number[] = [];
  const times: { bareMs: number[]; serviceMs: number[] } = { bareMs: [], serviceMs: [] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const picture of pictures) {
      const bareMs = await bare.oneMs(picture);
      const startedAt = performance.now();
      // Bytes behind the image's end make it another source, so that no round is answered from the cache.
      await service.upload(picture.bytes, randomBytes(8));
      const serviceMs = performance.now() - startedAt;
      added.push(serviceMs - bareMs);
      times.bareMs.push(bareMs);
      times.serviceMs.push(serviceMs);
    }
  }
  await service.stop();
  await bare.remove();
  console.log(
    `latency: ${added.length} uploads: median bare ${median(times.bareMs).toFixed(1)} ms, service ${median(times.serviceMs).toFixed(1)} ms; median of the differences ${median(added).toFixed(1)} ms (target 15)`,
  );
};
