import { expect } from 'chai';
import type { Measurer } from '../../../src/engine/search/measurer.ts';
import { encoderInputOf } from '../../../src/engine/search/encoder-input.ts';
import type { DerivedFile, Survey } from '../../../src/engine/scorer/protocol.ts';
import type { Encoder } from '../../../src/image/encoder.ts';
import { compressing, type CompressOptions } from '../../support/engine/compressing.ts';
import { makingPixels } from '../../support/engine/making-pixels.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { noisy, scene } from '../../support/image/scenes.ts';

const { palette, cwebp, oxipng, ['lossy-png']: lossyPng } = adaptiveConfig.encoders;
const part = { left: 0, top: 0, width: 9, height: 9 };
const shadow = { colour: [0, 0, 0], mostAlpha: 60, part };

describe('the picture that a palette is made of', () => {
  const untold = { ...palette!, command: ['pngquant', '--output', '{output}', '{input}'] };
  const rows: readonly (readonly [string, Encoder | undefined, Survey['shadow'], boolean])[] = [
    ['pngquant, which is told how many colours it may use', palette, shadow, true],
    ['a picture without a shadow', palette, undefined, false],
    ['a program that cannot be told', untold, shadow, false],
    ['an encoder of WebPs', cwebp, shadow, false],
    ['a lossless encoder', oxipng, shadow, false],
    ['grain', lossyPng, shadow, false],
  ];
  for (const [title, encoder, found, isApart] of rows) {
    it(`has its shadow ${isApart ? 'apart' : 'in it'} for ${title}`, async () => {
      const asked: unknown[] = [];
      const measurer = {
        survey: { shadow: found },
        make: async (derived: DerivedFile, files: object) => asked.push([derived, files]) > 0,
      } as unknown as Measurer;
      const owner = {
        encoders: { isFast: true },
        job: { endBy: 9, plan: {} },
        encoder,
        candidateIndex: 3,
      } as unknown as Parameters<typeof encoderInputOf>[0];
      const output = 'candidate3-rest.png';
      expect(await encoderInputOf(owner, measurer, 'source.png')).to.deep.equal({
        file: 'source.png',
        ...(isApart && { rest: { file: output, shadow } }),
      });
      const derived = { kind: 'without-shadow', shadow };
      expect(asked).to.deep.equal(isApart ? [[derived, { output }]] : []);
    });
  }
});

describe('the pixels of a JPEG that is decoded already', () => {
  const { mozjpeg, jpegtran } = adaptiveConfig.encoders;
  const source = 'source.jpg';
  const decoded = { pixels: 'decoded-1.ppm', provesReadable: true };
  const rows: readonly (readonly [string, Encoder | undefined, string, Partial<Measurer>])[] = [
    ['are read by an encoder that reads pixmaps too', mozjpeg, 'decoded-1.ppm', decoded],
    ['are not read by one that does not', jpegtran, source, decoded],
    ['are not read where a decoder warned', mozjpeg, source, { ...decoded, provesReadable: false }],
    ['are not read as PNG', mozjpeg, source, { ...decoded, pixels: 'decoded-1.png' }],
  ];
  for (const [title, encoder, file, measurer] of rows) {
    it(title, async () => {
      const owner = { encoders: { isFast: true }, job: { plan: {} }, encoder };
      const input = await encoderInputOf(
        owner as unknown as Parameters<typeof encoderInputOf>[0],
        { survey: {}, ...measurer } as unknown as Measurer,
        source,
      );
      expect(input).to.deep.equal({ file });
    });
  }

  const engine = compressing();
  const { fileOf } = makingPixels();
  const coloured = noisy(scene({ width: 120, height: 90 }), 4);
  const grey = { ...coloured, bands: 1, data: coloured.data.subarray(0, 120 * 90) } as const;
  for (const [title, picture] of [
    ['a photograph', coloured],
    ['a grey one', grey],
  ] as const) {
    it(`give the same bytes of ${title} as the JPEG`, async () => {
      const content = await fileOf(picture, 'jpg[Q=97]');
      const resultOf = async (encoder: Encoder) => {
        const inputs: string[] = [];
        const runnerOver: CompressOptions['runnerOver'] = (runner) => ({
          run: (use) => {
            if (use.tool.name === 'cjpeg') inputs.push(use.input);
            return runner.run(use);
          },
        });
        const encoders = { ...adaptiveConfig.encoders, mozjpeg: encoder };
        const table = { ...adaptiveConfig, encoders };
        const outcome = await engine.compress(content, { adaptive: {}, table, runnerOver });
        return { inputs: new Set(inputs), content: outcome.content };
      };
      const [one, other] = [
        await resultOf(mozjpeg!),
        await resultOf({ ...mozjpeg!, reads: ['image/jpeg'] }),
      ];
      expect([...one.inputs]).to.deep.equal(['decoded-1.ppm']);
      expect([...other.inputs]).to.deep.equal([source]);
      expect(one.content.equals(other.content)).to.equal(true);
      expect(one.content.length).to.be.below(content.length);
    });
  }
});
