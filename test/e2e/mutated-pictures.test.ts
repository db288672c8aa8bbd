import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { mutationSources } from '../support/e2e/mutation-sources.ts';
import { operating } from '../support/e2e/operating.ts';
import { faultsOf } from '../support/e2e/picture-faults.ts';
import { type Judge, openJudge } from '../support/e2e/shown-pictures.ts';
import { type Mutant, structuralMutants } from '../support/e2e/structural-mutants.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { needsBrowser } from '../support/web/browser.ts';

const seed = Number(process.env['MUTANT_SEED'] ?? 20_261_125);
/** More are for a run by hand: MUTANT_COUNT=2000 bin/test test/e2e/mutated-pictures.test.ts */
const count = Number(process.env['MUTANT_COUNT'] ?? 60);

/** Levels of the mean in each type, for pictures whose pixels are whole. */
const mostLevels = 4;

/** Chromium takes its straight alpha for a premultiplied one, since its flag is missing. */
const misread = ['w-vp8l-alpha-noflag.webp'];

const fixtures = fileURLToPath(new URL('../fixtures/defects/', import.meta.url));

describe('a picture with mistakes is one picture, or none', function () {
  this.timeout(120_000 + count * 30_000);
  const { client } = operating();
  let judge: Judge | undefined;
  let sources: Readonly<Record<string, Buffer>> = {};
  let known: readonly Mutant[] = [];
  before(async function () {
    needsBrowser(this);
    judge = await openJudge();
    const folder = await mkdtemp(join(tmpdir(), 'shrinkd-mutants-'));
    const made = await mutationSources((name) => join(folder, name));
    await rm(folder, { recursive: true });
    const names = (await readdir(fixtures)).filter((name) => !misread.includes(name));
    known = await Promise.all(
      names.map(async (name) => ({ name, content: await readFile(join(fixtures, name)) })),
    );
    sources = { ...made, ...Object.fromEntries(known.map(({ name, content }) => [name, content])) };
  });
  after(() => judge?.close());

  const faultsIn = async (
    pictures: readonly Mutant[],
    most?: number,
  ): Promise<readonly string[]> => {
    const found = await sideBySide(pictures, 2, async ({ name, content }) => {
      const faults = await faultsOf(client(), judge!, content, most);
      return faults.map((fault) => `${name}: ${fault}`);
    });
    return found.flat();
  };

  it('where its mistake is a known one', async () => {
    expect(await faultsIn(known, mostLevels)).to.deep.equal([]);
  });

  it(`where its structure has a random mistake (${count} of seed ${seed})`, async () => {
    expect(await faultsIn(structuralMutants(sources, count, seed))).to.deep.equal([]);
  });
});
