import { expect } from 'chai';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ScorerRequest } from '../../../src/engine/scorer/protocol.ts';
import { createScorerWork } from '../../../src/engine/scorer/work.ts';
import { valueIn } from '../../support/engine/scorer-values.ts';
import { pixmapBytes } from '../../../src/image/pixmap.ts';
import { parsePixmap } from '../../support/image/parse-pixmap.ts';
import { bytesOf } from '../../../src/image/bytes.ts';
import { paletteColours } from '../../../src/image/png/palette.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import { decodePng } from '../../support/image/decode-png.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { planesOf } from '../../../src/image/planes/planes.ts';
import { storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import { lossyPng } from '../../../src/image/png/lossy.ts';
import { changedEnds, waves } from '../../support/image/alpha-ends.ts';
import { drawing } from '../../support/image/drawings.ts';
import { testWasm } from '../../support/image/wasm.ts';
import {
  comparisonOf,
  flatnessOf,
  joinTiles,
  sampleTilesOf,
} from '../../support/image/measured.ts';
import { banded, noisy, scene, withAlpha } from '../../support/image/scenes.ts';
import { withSoftShadow } from '../../support/image/shadows.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { until } from '../../support/until.ts';

const small = scene({ width: 150, height: 101 });
const large = scene({ width: 1024, height: 700 });
const veiled = withAlpha(large, (x, y) => Math.min(255, x + y));

const made = { kind: 'done', value: true };
const notMade = { kind: 'done', value: false };
const lossyFile = { kind: 'lossy-png', quality: 25 } as const;

const wasm = testWasm();

describe('the work of the scorer', function () {
  const file = temporaryFolders();
  const work = createScorerWork(testWasm);

  const written = (name: string, picture: Raster): string => {
    writeFileSync(file(name), name.endsWith('.png') ? encodePng(picture) : pixmapBytes(picture));
    return file(name);
  };

  /** A palette of so many colours, by pngquant. */
  const quantised = (picture: Raster, colours: number): string => {
    const args = ['--force', '--output', file('palette.png'), `${colours}`, '--'];
    execFileSync('pngquant', [...args, written('whole.png', picture)]);
    return file('palette.png');
  };

  const pictureIn = (path: string): Raster => {
    const bytes = readFileSync(path);
    return path.endsWith('.png') ? decodePng(bytes) : parsePixmap(bytes);
  };

  /** The pixels of files are measured as such in memory are. */
  const check = (request: ScorerRequest): void => {
    if (request.kind === 'survey') {
      const survey = valueIn<'survey'>(work(request));
      const tiles = sampleTilesOf(pictureIn(request.pixels));
      expect(survey.tiles).to.deep.equal(tiles);
      const measured = pictureIn(tiles === undefined ? request.pixels : request.sample);
      expect(survey.measuredPixels).to.equal(measured.width * measured.height);
      expect(survey.flatness).to.equal(flatnessOf(measured));
      expect(survey.isTransparent).to.equal(hasAlphaBelow255(pictureIn(request.pixels)));
    } else if (request.kind === 'score') {
      const scores = valueIn<'score'>(work(request));
      const whole = pictureIn(request.result);
      const result = request.tiles === undefined ? whole : joinTiles(whole, request.tiles);
      expect(scores).to.deep.equal(comparisonOf(pictureIn(request.reference), result));
    } else expect.fail(request.kind);
  };

  /** A survey, then the results against what it says is measured. */
  const requestsFor = (
    source: string,
    sample: string,
    results: readonly string[],
  ): readonly ScorerRequest[] => {
    const survey: ScorerRequest = { kind: 'survey', pixels: source, sample };
    const { tiles } = valueIn<'survey'>(work(survey));
    const reference = tiles === undefined ? source : sample;
    return [
      survey,
      ...results.map((result) => ({
        kind: 'score' as const,
        ...{ reference, result, tiles, looksForBands: true },
      })),
    ];
  };

  it('throws where WebAssembly cannot be created, since no picture is at fault', () => {
    const failing = createScorerWork(() => {
      throw new RangeError('no memory');
    });
    const survey = { kind: 'survey', pixels: written('small.ppm', small), sample: '' } as const;
    expect(() => failing(survey)).to.throw('no memory');
  });

  it('finds few colours in a gradient alone', () => {
    const grey = drawing(small, 1, (x, y) => [small.data[(y * small.width + x) * 3]!]);
    const rows: readonly (readonly [string, boolean])[] = [
      [
        written(
          'steep.png',
          drawing(small, 3, (x) => [x, 255 - x, 90]),
        ),
        true,
      ],
      [
        written(
          'fading.png',
          withAlpha(
            drawing(small, 3, (x) => [x, 255 - x, 90]),
            (x) => x,
          ),
        ),
        true,
      ],
      [written('noisy.png', noisy(small, 4)), false],
      [written('grey.png', noisy(grey, 4)), false],
      [quantised(noisy(small, 4), 256), true],
      // Many of its neighbours are equal.
      [
        written(
          'flat.png',
          drawing(small, 3, () => [9, 9, 9]),
        ),
        false,
      ],
    ];
    for (const [pixels, expected] of rows) {
      const survey = { kind: 'survey', pixels, sample: file('sample.ppm') } as const;
      expect(valueIn<'survey'>(work(survey)).hasFewColours, pixels).to.equal(expected);
    }
  });

  it('reads and writes no file that a link leads to', () => {
    const pixels = written('large.ppm', large);
    writeFileSync(file('outside'), 'kept');
    symlinkSync(file('outside'), file('sample.ppm'));
    symlinkSync(pixels, file('result.ppm'));
    const survey = { kind: 'survey', pixels, sample: file('sample.ppm') } as const;
    expect(work(survey)).to.include({ kind: 'failed' }).with.property('reason').include('ELOOP');
    expect(readFileSync(file('outside'), 'utf8')).to.equal('kept');
    const pair = { reference: pixels, result: file('result.ppm') };
    const score = { kind: 'score', ...pair, tiles: undefined, looksForBands: true } as const;
    expect(work(score)).to.include({ kind: 'failed' }).with.property('reason').include('ELOOP');
    const files = { source: written('small.png', small), result: file('sample.ppm') };
    const lossy = { kind: 'make', ...files, derived: lossyFile } as const;
    expect(work(lossy)).to.include({ kind: 'failed' }).with.property('reason').include('ELOOP');
    expect(readFileSync(file('outside'), 'utf8')).to.equal('kept');
  });

  it('makes lossy PNGs', () => {
    for (const [name, picture] of [
      ['noisy.png', noisy(small, 4)],
      ['veiled.png', veiled],
    ] as const) {
      const source = written(name, picture);
      for (const quality of [100, 37, 0]) {
        const derived = { kind: 'lossy-png', quality } as const;
        const request = { kind: 'make', source, result: file('own.png'), derived } as const;
        expect(work(request)).to.deep.equal(made);
        const expected = lossyPng(wasm, storedRaster(picture), quality);
        expect(readFileSync(file('own.png')).equals(expected)).to.equal(true);
      }
    }
  });

  it('makes planes of opaque and transparent pictures', () => {
    const derived = { kind: 'planes' } as const;
    const request = { kind: 'make', derived, result: file('planes.yuv') } as const;
    const opaque = withAlpha(small, () => 255);
    for (const source of [written('small.ppm', small), written('opaque.png', opaque)]) {
      expect(work({ ...request, source })).to.deep.equal(made);
      expect(readFileSync(file('planes.yuv')).equals(planesOf(wasm, small))).to.equal(true);
    }
    const palette = quantised(small, 16);
    expect(work({ ...request, source: palette })).to.deep.equal(made);
    const coloured = planesOf(wasm, decodePng(readFileSync(palette)));
    expect(readFileSync(file('planes.yuv')).equals(coloured)).to.equal(true);
    expect(work({ ...request, source: written('veiled.png', veiled) })).to.deep.equal(made);
    expect(readFileSync(file('planes.yuv')).equals(planesOf(wasm, veiled))).to.equal(true);
  });

  it('repeats colours of palettes alone', () => {
    const derived = { kind: 'repeated-colours', coarseness: 4 } as const;
    const request = { kind: 'make', derived, result: file('own.png') } as const;
    const palette = quantised(noisy(small, 9), 200);
    expect(work({ ...request, source: palette })).to.deep.equal(made);
    expect(readFileSync(file('own.png')).length).to.be.below(readFileSync(palette).length);
    const none = { ...request, result: file('none.png') };
    for (const source of [written('noisy.png', noisy(small, 4)), quantised(small, 16)]) {
      expect(work({ ...none, source })).to.deep.equal(notMade);
    }
    expect(existsSync(file('none.png'))).to.equal(false);
  });

  it('makes one of like colours of palettes alone', () => {
    const derived = { kind: 'merged-colours', coarseness: 100 } as const;
    const request = { kind: 'make', derived, result: file('merged.png') } as const;
    const palette = quantised(noisy(small, 9), 200);
    expect(work({ ...request, source: palette })).to.deep.equal(made);
    const colours = paletteColours(bytesOf(readFileSync(file('merged.png'))));
    expect(colours).to.be.below(paletteColours(bytesOf(readFileSync(palette)))!);
    const source = written('noisy.png', noisy(small, 4));
    expect(work({ ...request, source })).to.deep.equal(notMade);
  });

  it('restores what was clear or opaque before it measures a palette, where it is not so', () => {
    const reference = written('waves.png', waves());
    const result = quantised(waves(), 200);
    const request = { kind: 'score', reference, tiles: undefined, looksForBands: true } as const;
    expect(changedEnds(waves(), pictureIn(result))).to.be.above(0);
    const answer = work({ ...request, result, restoresEnds: true });
    expect(changedEnds(waves(), pictureIn(result))).to.equal(0);
    expect(answer).to.deep.equal(work({ ...request, result }));
    const restored = readFileSync(result);
    expect(work({ ...request, result, restoresEnds: true })).to.deep.equal(answer);
    expect(readFileSync(result).equals(restored)).to.equal(true);
    const size = written('small.png', small);
    expect(work({ ...request, result: size, restoresEnds: true })).to.include({ kind: 'failed' });
  });

  it('puts a shadow back into a palette of the rest before it measures it', () => {
    const reference = written('shadow.png', withSoftShadow());
    const survey = { kind: 'survey', pixels: reference, sample: file('sample.ppm') } as const;
    const { shadow } = valueIn<'survey'>(work(survey));
    const found = shadow ?? expect.fail('there is a shadow');
    const derived = { kind: 'without-shadow', shadow: found } as const;
    const rest = file('rest.png');
    expect(work({ kind: 'make', source: reference, result: rest, derived })).to.deep.equal(made);
    const result = quantised(pictureIn(rest), 200);
    const request = {
      kind: 'score',
      reference,
      result,
      tiles: undefined,
      looksForBands: true,
    } as const;
    expect(work(request)).to.include({ kind: 'failed' });
    const after = work({ ...request, shadow: found, restoresEnds: true });
    expect(valueIn<'score'>(after).worstPlace).to.be.above(80);
    expect(after).to.deep.equal(work(request));
    const own = written('whole.png', withSoftShadow());
    expect(work({ ...request, result: own, shadow: found })).to.include({ kind: 'failed' });
  });

  it('compresses the rows of a PNG once more', () => {
    const source = quantised(noisy(small, 9), 200);
    const derived = { kind: 'deflated-png' } as const;
    const request = { kind: 'make', source, result: file('deflated.png'), derived } as const;
    expect(work(request)).to.deep.equal(made);
    expect(readFileSync(file('deflated.png')).length).to.be.below(readFileSync(source).length);
  });

  it('makes none of PNGs of other kinds', () => {
    const files = { source: quantised(small, 16), result: file('none.png') };
    const answer = work({ kind: 'make', ...files, derived: lossyFile });
    expect(answer).to.deep.equal(notMade);
    expect(existsSync(file('none.png'))).to.equal(false);
    const damaged = Buffer.from(encodePng(small));
    damaged[damaged.length - 30]! ^= 1;
    writeFileSync(file('damaged.png'), damaged);
    const wrong = { kind: 'make', ...files, source: file('damaged.png') } as const;
    expect(work({ ...wrong, derived: lossyFile }))
      .to.include({ kind: 'failed' })
      .with.property('reason')
      .include('damaged IDAT');
  });

  const sources: readonly (readonly [string, () => readonly ScorerRequest[]])[] = [
    [
      'a small pixmap',
      () =>
        requestsFor(written('small.ppm', small), file('sample.ppm'), [
          written('same.ppm', small),
          written('noisy.png', noisy(small, 9)),
          quantised(small, 16),
        ]),
    ],
    [
      'a large pixmap',
      () =>
        requestsFor(written('large.ppm', large), file('sample.ppm'), [
          written('noisy.ppm', noisy(large, 5)),
          quantised(large, 200),
        ]),
    ],
    [
      'a large PNG with alpha',
      () =>
        requestsFor(written('veiled.png', veiled), file('sample.png'), [
          written('banded.png', banded(veiled, 10)),
          written('opaque.ppm', large),
          quantised(veiled, 256),
        ]),
    ],
    [
      'a palette',
      () => requestsFor(quantised(large, 12), file('sample.png'), [written('large.ppm', large)]),
    ],
  ];
  for (const [title, requests] of sources) {
    it(`measures ${title} by its pixels`, () => requests().forEach(check));
  }

  it('fails on what cannot be measured, and goes on', () => {
    const reference = written('small.ppm', small);
    const request = { kind: 'score' as const, reference, tiles: undefined, looksForBands: true };
    const cut = pixmapBytes(small).subarray(0, -1);
    writeFileSync(file('cut.ppm'), cut);
    const lowest = { ...small, width: 400_000, height: 1, data: new Uint8Array(1_200_000) };
    const long = written('long.ppm', lowest);
    const failing: readonly (readonly [string, ScorerRequest])[] = [
      ['ENOENT', { ...request, result: file('missing.ppm') }],
      ['fewer pixels', { ...request, result: file('cut.ppm') }],
      ['expected 150x101 pixels, got 1024x700', { ...request, result: written('l.ppm', large) }],
      ['rows of 400000 do not fit', { ...request, reference: long, result: long }],
    ];
    for (const [reason, wrong] of failing) {
      const answer = work(wrong);
      expect(answer).to.have.property('kind', 'failed');
      expect(answer).to.have.property('reason').that.contains(reason);
      expect(work({ ...request, result: reference })).to.have.nested.property('value.score', 100);
    }
  });

  // Only on this kind of processor can V8 be made to do without SIMD.
  (process.arch === 'x64' ? it : it.skip)(
    'fails for each picture on a processor without SIMD',
    async () => {
      const program = fileURLToPath(
        new URL('../../../src/engine/scorer/process.ts', import.meta.url),
      );
      const requests = requestsFor(written('small.ppm', small), file('sample.ppm'), [
        written('noisy.png', noisy(small, 9)),
      ]);
      const child = fork(program, { execArgv: ['--no-enable-sse4-1'], serialization: 'advanced' });
      const messages: unknown[] = [];
      child.on('message', (message) => messages.push(message));
      for (const request of requests) child.send(request);
      await until('all are answered', () => messages.length > requests.length);
      child.disconnect();
      await once(child, 'exit');
      const failed = { kind: 'failed', reason: 'this processor lacks SIMD' };
      expect(messages).to.deep.equal(['ready', failed, failed]);
    },
  );
});

const hasAlphaBelow255 = ({ bands, data }: Raster): boolean =>
  bands % 2 === 0 && data.some((level, at) => at % bands === bands - 1 && level < 255);
