import { createBare } from './bare.ts';
import { benchPictures } from './pictures.ts';
import { likeBareCommands, startMeasured } from './service.ts';
import { median } from './median.ts';

const clients = 4;
const rounds = 3;

/**
 * Images a second at 4 clients against the same commands run by `xargs -P2`, in turns. Target: at
 * least 0.90.
 */
export const throughput = async (): Promise<void> => {
  const pictures = await benchPictures();
  const bare = await createBare(pictures);
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const bareSeconds = await bare.allSeconds();
    const service = await startMeasured(likeBareCommands);
    await service.upload(Buffer.from('no image'));
    const startedAt = performance.now();
    const waiting = [...pictures];
    const client = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { status } = await service.upload(next.bytes);
        if (status !== 201) throw new Error(`${next.name} was answered ${status}`);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    const seconds = (performance.now() - startedAt) / 1000;
    await service.stop();
    ratios.push(bareSeconds / seconds);
    console.log(
      `throughput, round ${round}: bare ${(pictures.length / bareSeconds).toFixed(2)}/s, service ${(pictures.length / seconds).toFixed(2)}/s, ratio ${(bareSeconds / seconds).toFixed(2)}`,
    );
  }
  await bare.remove();
  console.log(
    `throughput: ${pictures.length} pictures, ${clients} clients: median ratio ${median(ratios).toFixed(2)} of xargs -P2 (target 0.90)`,
  );
};
