import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { bytesOf } from '../../../src/image/bytes.ts';
import { testKernels } from '../../support/image/kernels.ts';
import { planesOf } from '../../../src/image/planes/planes.ts';
import { readFacts } from '../../../src/image/read-facts.ts';
import { type ReferenceScore, ssimulacra2 } from '../compression/ssimulacra2.ts';
import { decoded, inFolder, writePng } from '../compression/tools.ts';
import { type MeasuredService, startMeasured } from '../service.ts';
import { type Result, smallestAt } from './smallest-result.ts';

/**
 * The service against published results of another one, in a folder of the operator's: beside each source
 * `NAME.EXT` lies the other's result `NAME-theirs.EXT`, which may be of another type. Prints the bytes and
 * SSIMULACRA2 of both, and the smallest result of our encoders that scores no less than theirs.
 */
export const pairs = async ([folder]: readonly string[]): Promise<void> => {
  if (folder === undefined) throw new Error('usage: npm run bench -- pairs FOLDER');
  const names = (await readdir(folder)).toSorted();
  const service = await startMeasured();
  const score = await ssimulacra2();
  try {
    console.log('| source | its bytes, s2 | ours as it stands | our encoder at its s2 |');
    console.log('| --- | --- | --- | --- |');
    for (const name of names) {
      const [, stem] = /^(.+)-theirs\.\w+$/.exec(name) ?? [];
      const source = names.find((one) => one.slice(0, -extname(one).length) === stem);
      if (source === undefined) continue;
      const row = await inFolder((work) =>
        rowOf(join(folder, source), join(folder, name), { service, score, work }),
      );
      console.log(`| ${source} | ${row.join(' | ')} |`);
    }
  } finally {
    await service.stop();
  }
};

type Tools = Readonly<{ service: MeasuredService; score: ReferenceScore; work: string }>;

const rowOf = async (
  sourcePath: string,
  theirsPath: string,
  { service, score, work }: Tools,
): Promise<readonly string[]> => {
  const bytes = await readFile(sourcePath);
  const [facts, theirsBytes] = [await factsOf(sourcePath), await readFile(theirsPath)];
  const { mediaType: from, blocks } = facts;
  const { mediaType: to } = await factsOf(theirsPath);
  const source = await decoded(sourcePath);
  const scored = async (path: string): Promise<Result> => ({
    bytes: (await readFile(path)).length,
    score: await score(source, await decoded(path)),
  });
  const theirs = { ...(await scored(theirsPath)), bytes: theirsBytes.length };
  const { location } = await service.upload(bytes);
  const answer =
    from === to
      ? await service.download(location)
      : await service.operate(location, { convert: { type: to } });
  const ownPath = join(work, `own${extname(theirsPath)}`);
  await writeFile(ownPath, answer.body);
  const own = await scored(ownPath);
  const png = join(work, 'source.png');
  await writePng(source, png);
  const planes = { path: join(work, 'source.yuv'), width: source.width, height: source.height };
  await writeFile(planes.path, planesOf(testKernels(), source));
  const picture = { sourcePath, from, blocks, png, planes, to, work };
  const best = await smallestAt(theirs.score, picture, scored);
  return [
    textOf(theirs),
    textOf(own),
    best === undefined
      ? 'none'
      : `${textOf(best)} by ${best.by} (${(best.bytes / theirs.bytes).toFixed(3)})`,
  ];
};

const factsOf = async (path: string) => readFacts(bytesOf(await readFile(path)));

const textOf = ({ bytes, score }: Result): string => `${bytes}, ${score.toFixed(1)}`;
