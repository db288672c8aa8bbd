/**
 * A process that publishes outputs until it is killed, with several under way at once; it prints the id
 * of each when it has been published. Arguments: the folder, its limit in bytes, a folder for sources.
 */
import { join } from 'node:path';
import { createOutputs } from '../../../src/outputs/outputs.ts';
import { publishImages, writeImageFiles } from './image-files.ts';

const [folder = '', maxBytes = '', work = ''] = process.argv.slice(2);
const onProblem = (message: string): void => console.error(message);
const outputs = await createOutputs({ folder, maxBytes: Number(maxBytes), onProblem });

const publishForever = async (worker: number): Promise<never> => {
  for (;;) {
    const sourceSize = 1 + Math.floor(Math.random() * 50_000);
    const resultSize = 1 + Math.floor(Math.random() * sourceSize);
    const files = await writeImageFiles(join(work, `w${worker}`), { sourceSize, resultSize });
    const { id } = await publishImages(outputs, files);
    process.stdout.write(`${id}\n`);
  }
};

await Promise.all([1, 2, 3].map(publishForever));
