import { readFile } from 'node:fs/promises';
import { loadConfig } from '../../src/config/load.ts';
import { extensionOf } from '../../src/jobs/file-names.ts';
import { argvOf } from '../../src/image/encoder.ts';
import { bytesOf } from '../../src/image/bytes.ts';
import { planOf } from '../../src/image/plan.ts';
import { readFacts } from '../../src/image/read-facts.ts';
import { corpusFiles } from '../support/corpus.ts';

/** A picture of the corpus and the bare commands that do the service's work on it. */
export type BenchPicture = Readonly<{
  name: string;
  bytes: Buffer;
  /** One shell command for each candidate; `IN` and `OUT` stand for its files. */
  commands: readonly string[];
}>;

/** The tables file that the commands name; written by whoever runs them. */
export const qtablesFile = (scale: number): string => `qtables-${scale}.txt`;

const { config } = loadConfig({ flags: {}, environment: { SHRINKD_QUALITY_MODE: 'fixed' } });

/** Scales that the built-in encoders use. */
export const scales = Object.values(config.encoders).flatMap(({ quality }) =>
  quality?.steps === 'ratio' ? quality.start : [],
);

/**
 * The corpus' photographs, product pictures and screenshots that encoders read directly, so that the
 * service and the bare tools run the very same commands.
 */
export const benchPictures = async (): Promise<readonly BenchPicture[]> => {
  const files = corpusFiles().filter(({ name }) => /^(photo|product|screenshot)\//.test(name));
  if (files.length === 0) throw new Error('The benchmarks need the corpus; set SHRINKD_CORPUS.');
  const pictures = await Promise.all(files.map(({ name, path }) => pictureOf(name, path)));
  return pictures.filter(({ commands }) => commands.length > 0);
};

const pictureOf = async (name: string, path: string): Promise<BenchPicture> => {
  const bytes = await readFile(path);
  const plan = planOf(await readFacts(bytesOf(bytes)), config, { isOurResult: false });
  const commands =
    plan.pixels.length === 0 ? plan.candidates.map(({ chain }) => commandOf(chain)) : [];
  return { name, bytes, commands };
};

/** A chain as one shell command: each encoder reads what the one before wrote. */
const commandOf = (chain: readonly string[]): string =>
  chain
    .map((encoderName, step) => {
      const encoder = config.encoders[encoderName];
      if (encoder === undefined) throw new Error(`no encoder ${encoderName}`);
      const output = `OUT-${step}.${extensionOf(encoder.produces)}`;
      const input = step === 0 ? 'IN' : `OUT-${step - 1}.${extensionOf(encoder.produces)}`;
      return argvOf(encoder, {
        input,
        output,
        qtables: qtablesFile(encoder.quality?.start ?? 0),
      }).join(' ');
    })
    .join(' && ');
