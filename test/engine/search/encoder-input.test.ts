import { expect } from 'chai';
import type { Measurer } from '../../../src/engine/search/measurer.ts';
import { encoderInputOf } from '../../../src/engine/search/encoder-input.ts';
import type { DerivedFile, Survey } from '../../../src/engine/scorer/protocol.ts';
import type { Encoder } from '../../../src/image/encoder.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';

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
