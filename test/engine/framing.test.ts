import { framing } from '../support/image/sizes.ts';
import { expect } from 'chai';
import { type Framing } from '../../src/image/framing.ts';
import { compressing } from '../support/engine/compressing.ts';
import { drawn, expectNear, levelsAt, makingPixels } from '../support/engine/making-pixels.ts';
import { pixelsOfContent } from '../support/image/pictures.ts';

const png = 'image/png';

describe('the engine, asked for a part and a size', () => {
  const { fileOf } = makingPixels();
  const engine = compressing();

  /** Red tells the column, green the row; the bright corner draws attention. */
  const picture = drawn([40, 30], 3, (x, y) =>
    x >= 30 && y < 10 && (x + y) % 4 < 2 ? [255, 255, 255] : [x * 4, y * 4, 0],
  );
  const at = (code: 'ce' | 'sowe' | 'so') => ({ kind: 'compass', at: code, x: 0, y: 0 }) as const;

  const rows: readonly (readonly [
    title: string,
    framing: Partial<Framing>,
    size: readonly [number, number],
    corner: readonly number[],
  ])[] = [
    [
      'cuts at a corner',
      { type: 'fill', width: 40, height: 10, gravity: at('sowe') },
      [40, 10],
      [0, 80, 0],
    ],
    [
      'cuts around a point',
      { type: 'fill', width: 10, height: 30, gravity: { kind: 'focus', x: 0.5, y: 0 } },
      [10, 30],
      [60, 0, 0],
    ],
    [
      'cuts a part out of the source',
      { part: { width: 8, height: 6, gravity: at('so') } },
      [8, 6],
      [64, 96, 0],
    ],
    [
      'enlarges a part',
      { width: 80, enlarge: true, part: { width: 8, height: 6, gravity: at('so') } },
      [80, 60],
      [64, 96, 0],
    ],
    ['enlarges', { width: 80, enlarge: true }, [80, 60], [0, 0, 0]],
    ['forces both sides', { type: 'force', width: 20, height: 30 }, [20, 30], [2, 0, 0]],
    [
      'scales a part and cuts it again',
      {
        type: 'fill',
        width: 5,
        height: 10,
        gravity: at('sowe'),
        part: { width: 20, height: 20, gravity: at('sowe') },
      },
      [5, 10],
      [2, 42, 0],
    ],
  ];
  for (const [title, fields, [width, height], corner] of rows) {
    it(title, async () => {
      const change = { resize: framing(fields), convert: [png] };
      const { content, failures } = await engine.compress(await fileOf(picture, 'png'), { change });
      const made = await pixelsOfContent(content, png);
      expect(failures).to.deep.equal([]);
      expect([made.width, made.height]).to.deep.equal([width, height]);
      expectNear(levelsAt(made, 0, 0).slice(0, 3), corner, 6);
    });
  }

  it('finds what draws attention in the source, and in the scaled part', async () => {
    const attention = { kind: 'attention' } as const;
    const part = { width: 40, height: 10, gravity: { ...at('ce'), at: 'no' } } as const;
    for (const fields of [
      { part: { width: 10, height: 10, gravity: attention } },
      { type: 'fill', width: 10, height: 10, gravity: attention, part },
    ] as const) {
      const change = { resize: framing(fields), convert: [png] };
      const { content } = await engine.compress(await fileOf(picture, 'png'), { change });
      const { data } = await pixelsOfContent(content, png);
      const whites = data.filter((level) => level > 200).length / data.length;
      expect(whites).to.be.greaterThan(0.3);
    }
  });
});
