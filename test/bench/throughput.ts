import { createBare } from './bare.ts';
import { benchPictures } from './pictures.ts';
import { likeBareCommands, startMeasured } from './service.ts';
import { byClients, clients } from './clients.ts';
import { median } from './median.ts';
import { smallPhotos } from './small-photos.ts';
import { versionsOf } from './versions.ts';

const rounds = 3;

/**
 * Images a second and CPU an image at 4 clients: small photographs against sharp, with default settings or
 * the flags that follow `--`, and with `--against PROJECT` another checkout's service. Without both also
 * against the bare tools.
 */
export const throughput = async (options: readonly string[]): Promise<void> => {
  const versions = versionsOf(options);
  await smallPhotos(versions);
  if (options.length === 0) await overBareTools();
};

/**
 * Images a second at 4 clients against the same commands run by `xargs -P2`, in turns. Target: at
 * least 0.90.
 */
const overBareTools = async (): Promise<void> => {
  const pictures = await benchPictures();
  const bare = await createBare(pictures);
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const bareSeconds = await bare.allSeconds();
    const service = await startMeasured(likeBareCommands);
    await service.upload(Buffer.from('no image'));
    const startedAt = performance.now();
    await byClients(pictures, async ({ name, bytes }) => {
      const { status } = await service.upload(bytes);
      if (status !== 201) throw new Error(`${name} was answered ${status}`);
    });
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
