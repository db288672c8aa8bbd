import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createMake, type MakeOptions } from '../../../src/engine/search/make.ts';
import type { Measurer } from '../../../src/engine/search/measurer.ts';
import type { Attempt, Scene, Trial } from '../../../src/image/search/step.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import type { ToolUse } from '../../../src/tools/tool-runner.ts';
import { riffChunk, vp8, vp8x, vp8xFlags, webpOf } from '../../support/image/builders.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { sceneWith, trial } from '../../support/image/search-scenes.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const usual: Attempt = {
  ...{ step: 'settings', setting: 80, variant: undefined },
  ...{ effort: 'usual', of: 'whole' },
};

describe('what a search makes', () => {
  const inFolder = temporaryFolders();
  const alpha = Uint8Array.of(1, 2, 3);
  const colours = webpOf(vp8(4, 3));
  const png = Buffer.from(encodePng({ width: 1, height: 1, bands: 1, data: Uint8Array.of(0) }));

  /** A WebP of about 4000 bytes with so many of alpha. */
  const webpWith = (alphaBytes: number): Buffer =>
    webpOf(
      vp8x(vp8xFlags.alpha, 4, 3),
      riffChunk('ALPH', ...Array<number>(alphaBytes).fill(7)),
      riffChunk('VP8 ', vp8(4, 3).subarray(8), Buffer.alloc(4000 - alphaBytes, 7)),
    );

  type Asked = Readonly<{
    attempt?: Attempt;
    scene?: Partial<Scene>;
    input?: MakeOptions['input'];
    /** What the encoder writes. */
    content?: Buffer;
    verdict?: string;
    banding?: Readonly<Record<string, number>>;
    encoder?: 'cwebp' | 'palette';
  }>;

  const made = async ({ attempt = usual, input = { file: 'source.png' }, ...asked }: Asked) => {
    const ran: string[] = [];
    const scored: string[] = [];
    const shadows: unknown[] = [];
    const runner = {
      run: async ({ output = '', args }: ToolUse) => {
        const words = args.filter((word) => /^(-sns|-s|-alpha_q)$/.test(word));
        ran.push([...words, args.at(-1)].join(' '));
        if (asked.verdict !== 'declined') writeFileSync(inFolder(output), asked.content ?? colours);
        return { verdict: asked.verdict ?? 'done', milliseconds: 0 };
      },
    };
    const measurer = {
      survey: {},
      score: async (file: string, _: string, use: Parameters<Measurer['score']>[2]) => {
        shadows.push(use.shadow);
        scored.push(`${file}${use.looksForBands === true ? ' for bands' : ''}`);
        const banding = asked.banding?.[file] ?? 0;
        return { score: 79.4, worstPlace: 75, banding, colourLoss: 0, milliseconds: 1 };
      },
    };
    const plan = { width: 4, height: 3 };
    const job = { folder: { file: inFolder, path: '' }, plan, facts: {}, endBy: 9 };
    const { cwebp, palette } = adaptiveConfig.encoders;
    const tools = new Map(Object.entries({ cwebp: {}, palette: {} }));
    const encoders = { runner, table: { encoders: { cwebp, palette } }, tools };
    const name = asked.encoder ?? 'cwebp';
    const encoder = adaptiveConfig.encoders[name];
    const options = { encoders, job, measurer, name, encoder, candidateIndex: 2 };
    const make = createMake({
      ...options,
      input,
      betterEffort: 'other',
    } as unknown as MakeOptions);
    const scene = sceneWith({ tried: [trial(70, 70)], ...asked.scene });
    return { result: await make(scene, attempt), ran, scored, shadows };
  };

  const file = 'candidate2-trial1.webp';

  it('is a file that is measured', async () => {
    const { result, ran, scored } = await made({});
    expect(result).to.deep.include({ ...usual, file, bytes: colours.length, score: 79.4 });
    expect([ran, scored]).to.deep.equal([['source.png'], [file]]);
  });

  it('is not measured with the setting of the configuration', async () => {
    const attempt: Attempt = { ...usual, step: 'asConfigured', measuredBy: 'nothing' };
    const { result, scored } = await made({ attempt });
    expect(result).to.include({ file: 'candidate2-0.webp' }).and.not.have.property('look');
    expect(scored).to.deep.equal([]);
  });

  it('is none where the encoder declines', async () => {
    const { result, scored } = await made({ verdict: 'declined' });
    expect([result, scored]).to.deep.equal([{ ...usual, refused: 'declined' }, []]);
  });

  it('is none, and not measured, in more bytes than can win', async () => {
    const { result, scored } = await made({ scene: { mostTrialBytes: colours.length - 1 } });
    expect([result, scored]).to.deep.equal([{ ...usual, refused: 'farLarger' }, []]);
    const { result: whole } = await made({
      attempt: { ...usual, step: 'wholePicture' },
      scene: { mostTrialBytes: 1 },
    });
    expect(whole).to.have.property('file');
  });

  it('is made of planes, and gets their alpha', async () => {
    const withAlpha = webpOf(vp8x(vp8xFlags.alpha, 4, 3), riffChunk('ALPH', alpha), vp8(4, 3));
    for (const [planes, expected] of [
      [{ file: 'planes.yuv', alpha: undefined }, colours],
      [{ file: 'planes.yuv', alpha }, withAlpha],
    ] as const) {
      const { ran } = await made({ input: { file: 'source.png', planes } });
      expect(ran).to.deep.equal(['-s planes.yuv']);
      expect(readdirSync(inFolder('.'))).to.deep.equal([file]);
      expect(readFileSync(inFolder(file)).equals(expected)).to.equal(true);
    }
    const best: Attempt = { ...usual, effort: 'best' };
    const input = { file: 'source.png', planes: { file: 'planes.yuv', alpha: undefined } };
    expect((await made({ attempt: best, input })).ran).to.deep.equal(['-sns -s planes.yuv']);
  });

  for (const [title, variant, banding, expected] of [
    ['a palette of a picture with a shadow', '--nofs', 2, 'rest.png'],
    ['a dithered one, where a plain one shows no bands', '--floyd=1', 1.4, 'rest.png'],
    ['a dithered one, where a plain one shows bands', '--floyd=1', 1.41, 'source.png'],
  ] as const) {
    it(`is made of ${expected === 'rest.png' ? 'the rest' : 'the whole'} for ${title}`, async () => {
      const part = { left: 0, top: 0, width: 9, height: 9 };
      const rest = { file: 'rest.png', shadow: { colour: [0, 0, 0], mostAlpha: 60, part } };
      const look = { score: 82, worstPlace: 60, banding, colourLoss: 0 };
      const { ran, shadows } = await made({
        ...{ encoder: 'palette', attempt: { ...usual, variant }, content: png },
        input: { file: 'source.png', rest },
        scene: { tried: [trial(95, 75, { variant: '--nofs', look })] },
      });
      expect(ran).to.deep.equal([expected]);
      expect(shadows).to.deep.equal([expected === 'rest.png' ? rest.shadow : undefined]);
    });
  }

  describe('with coarse alpha', () => {
    const content = webpWith(2000);
    /** Of files with a share of the bytes of the best, and bands in the new one and in the best. */
    const coarse = (share: number, bands = 1, bestBands = 0, whole?: Buffer, verdict?: string) => {
      writeFileSync(inFolder('best.webp'), content);
      const of: Trial = trial(80, 79.8, { file: 'best.webp', bytes: content.length });
      return made({
        attempt: {
          ...usual,
          step: 'coarseAlpha',
          derived: { kind: 'coarse-alpha', coarseness: 0, of },
        },
        input: { file: 'source.png', planes: { file: 'planes.yuv', alpha } },
        content: whole ?? webpWith(2000 - Math.round(content.length * (1 - share))),
        banding: { [file]: bands, 'best.webp': bestBands },
        ...(verdict !== undefined && { verdict }),
      });
    };

    it('is the best result with the alpha that the encoder makes of the picture', async () => {
      const { result, ran, scored } = await coarse(0.9);
      expect(ran).to.deep.equal(['-alpha_q source.png']);
      expect(scored).to.deep.equal([`${file} for bands`]);
      expect(result).to.deep.include({ file, score: 79.4 });
      const [own, best] = [file, 'best.webp'].map((name) => readFileSync(inFolder(name)));
      expect(own!.length).to.be.below(best!.length);
      expect(
        own!.subarray(own!.indexOf('VP8 ')).equals(best!.subarray(best!.indexOf('VP8 '))),
      ).to.equal(true);
    });

    for (const [bestBands, isGood] of [
      [2.05, true],
      [1.9, false],
    ] as const) {
      it(`${isGood ? 'meets' : 'misses'} the target with bands of 2.1 levels beside ${bestBands}`, async () => {
        const { result, scored } = await coarse(0.9, 2.1, bestBands);
        expect(scored).to.deep.equal([`${file} for bands`, 'best.webp for bands']);
        expect('score' in result && result.score > 78.8).to.equal(isGood);
      });
    }

    it('is none that is hardly smaller, has no alpha, or is declined', async () => {
      const results = [
        await coarse(0.985),
        await coarse(0.9, 1, 0, colours),
        await coarse(0.9, 1, 0, undefined, 'declined'),
      ];
      for (const { result, scored } of results) {
        expect(result).to.have.property('refused', 'declined');
        expect(scored).to.deep.equal([]);
      }
      expect((await coarse(0.975)).result).to.have.property('look');
    });
  });
});
