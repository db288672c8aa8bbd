import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { composedService } from '../support/service/composed-service.ts';
import { corpusFiles } from '../support/corpus.ts';
import { hasExiftool, metadataIn, tagsOf, type Tags } from '../support/image/exiftool.ts';
import { outsideService } from '../support/service/outside-service.ts';
import { createClient } from '../support/e2e/client.ts';
import { bounds, expectations, widerBounds } from '../support/e2e/corpus-expectations.ts';
import {
  runCorpus,
  sentFiles,
  tableOf,
  type CompressedFile,
  type Compressor,
  type Outcome,
} from '../support/e2e/corpus-run.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

const errorOf = (outcome: Outcome): unknown =>
  outcome.answer.status === 201
    ? undefined
    : (JSON.parse(outcome.answer.body.toString()) as { error: string }).error;

/** Names and contents of the chunks that make the frames of an APNG, in order. */
const frameChunksOf = (png: Buffer): string => {
  const kept: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const chunk = png.subarray(at + 4, at + 8 + png.readUInt32BE(at));
    if (/^(acTL|fcTL|IDAT|fdAT)/.test(chunk.toString('latin1', 0, 4))) {
      kept.push(chunk.toString('base64'));
    }
  }
  return kept.join(' ');
};

const framesOfWebp = (webp: Buffer): number =>
  Math.max(1, webp.toString('latin1').split('ANMF').length - 1);

/** Only a gamma far from sRGB's matters; a profile or an sRGB chunk overrules it. PNG, 4.3. */
const hasOwnGamma = (tags: Tags): boolean => {
  const gamma = tags['PNG:Gamma'];
  const isOverruled = Object.keys(tags).some((tag) => /^ICC|SRGBRendering$/.test(tag));
  return typeof gamma === 'number' && Math.abs(gamma - 2.2) > 0.2 && !isOverruled;
};

/** The running service outside, where there is one. */
const outsideCompressor = (): Compressor | undefined => {
  const service = outsideService();
  if (service === undefined) return undefined;
  const client = createClient(service);
  return {
    upload: client.upload,
    download: (location) => client.send({ path: location }),
    toolLines: undefined,
    close: async () => client.close(),
  };
};

describe('every picture of the corpus', function () {
  this.timeout(900_000);
  const files = corpusFiles();
  let service: Compressor | undefined;
  let folder = '';
  let outcomes: ReadonlyMap<string, Outcome> = new Map();
  let resultTags: ReadonlyMap<string, Tags> = new Map();

  before(async function () {
    if (files.length === 0 || !hasExiftool()) this.skip();
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-corpus-'));
    service = outsideCompressor() ?? (await composedService({ connections: 4 }));
    outcomes = await runCorpus(await sentFiles(files, folder), service, folder);
    const paths = compressedFiles().map(({ path }) => path);
    const tags = await tagsOf(paths);
    resultTags = new Map(paths.map((path, index) => [path, tags[index]!]));
  });

  after(async () => {
    if (outcomes.size > 0) console.log(tableOf(outcomes.values()));
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const compressedFiles = (): readonly CompressedFile[] =>
    [...outcomes.values()].flatMap(({ compressed }) => compressed ?? []);

  const checks: Readonly<Record<string, (file: CompressedFile, name: string) => void>> = {
    'is never larger and keeps its media type': ({ source, answer, download }, name) => {
      expect(download.body.length).to.be.at.most(source.length);
      const type = mediaTypes[name.split('.').at(-1)!];
      expect(download.headers['content-type']).to.equal(type);
      const { input, output } = JSON.parse(answer.body.toString()) as Record<string, object>;
      expect(input).to.deep.equal({ size: source.length, type });
      expect(output).to.include({ size: download.body.length, type });
    },
    'has its upright size and all its frames': ({ size, resultSize, download, source }) => {
      expect(resultSize).to.deep.equal(size);
      const isWebp = download.headers['content-type'] === 'image/webp';
      const frames = isWebp ? framesOfWebp(source) : 1;
      expect(download.headers['image-width']).to.equal(String(size[0]));
      expect(download.headers['image-height']).to.equal(String(size[1] / frames));
      if (isWebp) expect(framesOfWebp(download.body)).to.equal(frames);
    },
    'keeps the frames of an animated PNG': ({ sourceTags, source, download }) => {
      if (sourceTags['PNG:AnimationFrames'] === undefined) return;
      expect(frameChunksOf(download.body)).to.equal(frameChunksOf(source));
    },
    'looks the same': ({ difference, sourceTags, path }, name) => {
      expect(difference.colour, 'colour').to.be.at.most(widerBounds[name] ?? bounds.colour);
      expect(difference.alpha, 'alpha').to.be.at.most(bounds.alpha);
      if (!hasOwnGamma(sourceTags)) return;
      expect(resultTags.get(path)?.['PNG:Gamma']).to.equal(sourceTags['PNG:Gamma']);
    },
    'carries no metadata': ({ path }) => {
      expect(metadataIn(resultTags.get(path) ?? { missing: true })).to.deep.equal([]);
    },
    'is not changed by a second pass': ({ download, secondPass }) => {
      expect(secondPass.length).to.equal(download.body.length);
      expect(secondPass.equals(download.body)).to.equal(true);
    },
  };

  for (const { name } of files) {
    it(`${name} gets the answer written down for it`, () => {
      const outcome = outcomes.get(name)!;
      const expected = expectations[name];
      if (expected !== undefined) {
        expect(outcome.answer.status, expected.why).to.equal(expected.status);
        expect(errorOf(outcome)).to.equal(expected.error);
      } else if (/^(odd|corrupt)\//.test(name)) {
        expect(outcome.answer.status).to.be.within(201, 499);
      } else expect(outcome.answer.status).to.equal(201);
    });
  }

  for (const [title, check] of Object.entries(checks)) {
    it(`each ${title}`, () => {
      const problems = [...outcomes].flatMap(([name, { compressed }]) => {
        try {
          if (compressed !== undefined) check(compressed, name);
          return [];
        } catch (error) {
          return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
        }
      });
      expect(problems).to.deep.equal([]);
    });
  }
});
