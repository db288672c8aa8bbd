import { expect } from 'chai';
import { fitLuma } from '../../../src/image/planes/luma.ts';
import { blankChroma } from '../../../src/image/planes/chroma.ts';
import { drawing, type Levels } from '../../support/image/drawings.ts';
import { testWasm } from '../../support/image/wasm.ts';
import { pixelBrightness, shownPlanes } from '../../support/image/shown-planes.ts';

const size = { width: 2, height: 2 };

const wasm = testWasm();

describe('fitLuma', () => {
  /** How bright a pixel of these values is shown. */
  const shown = (luma: number, u: number, v: number): number =>
    pixelBrightness(shownPlanes(Uint8Array.of(luma, luma, luma, luma, u, v), size).data);

  const fitted = (levels: Levels, luma: number, u: number, v: number, newtonSteps: number) => {
    const chroma = { ...blankChroma(size), u: Float32Array.of(u), v: Float32Array.of(v) };
    const fitting = new Float32Array(4).fill(luma);
    fitLuma(
      wasm,
      drawing(size, 3, () => levels),
      fitting,
      chroma,
      { newtonSteps },
    );
    return Math.round(fitting[0]!);
  };

  const colours: readonly (readonly [string, Levels])[] = [
    ['cyan', [0, 255, 255]],
    ['yellow', [255, 255, 0]],
    ['magenta', [255, 0, 255]],
    ['a dark colour', [40, 10, 60]],
    ['white', [255, 255, 255]],
  ];
  for (const [title, levels] of colours) {
    const wanted = pixelBrightness(Uint8Array.from(levels));
    const [red = 0, green = 0, blue = 0] = levels;
    const own = Math.round(16 + 0.257 * red + 0.504 * green + 0.098 * blue);

    it(`comes no further from ${title} with one step, where channels are cut off too`, () => {
      for (let u = 0; u < 256; u += 12) {
        for (let v = 0; v < 256; v += 12) {
          for (let luma = own - 12; luma <= own + 20; luma += 4) {
            const before = Math.abs(shown(luma, u, v) - wanted);
            const after = Math.abs(shown(fitted(levels, luma, u, v, 1), u, v) - wanted);
            expect(after, `${luma} ${u} ${v}`).to.be.at.most(before + 0.01);
          }
        }
      }
    });
  }
});
