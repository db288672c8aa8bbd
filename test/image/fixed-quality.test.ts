import { expect } from 'chai';
import { loadConfig } from '../../src/config/load.ts';
import { settingFor } from '../../src/image/fixed-quality.ts';

const { encoders } = loadConfig({ flags: {}, environment: {} }).config;

describe('settingFor', () => {
  const rows: readonly (readonly [name: string, quality: number, value: number | undefined])[] = [
    ['mozjpeg', 50, 4.5],
    ['mozjpeg', 75, 2.25],
    ['mozjpeg', 10, 22.5],
    ['mozjpeg', 100, 0.045],
    ['cwebp', 80, 80],
    ['cwebp', 1, 1],
    ['avifenc', 100, 0],
    ['avifenc', 60, 25],
    ['avifenc', 1, 62],
    ['palette', 40, 40],
    ['oxipng', 40, undefined],
  ];
  for (const [name, quality, value] of rows) {
    it(`gives ${name} ${value ?? 'nothing'} for ${quality}`, () => {
      expect(settingFor(encoders[name]!, quality).value).to.equal(value);
    });
  }
});
