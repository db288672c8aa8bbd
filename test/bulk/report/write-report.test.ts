import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { StartError } from '../../../src/errors.ts';
import type { Outcome } from '../../../src/bulk/outcome.ts';
import { rawOf } from '../../../src/bulk/raw-path.ts';
import { createReportCollector } from '../../../src/bulk/report/model.ts';
import { tryPage } from '../../../src/bulk/report/write-page.ts';
import { writeReport } from '../../../src/bulk/report/write-report.ts';
import type { Preview } from '../../../src/bulk/compressor.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('the page of a report', () => {
  const inFolder = temporaryFolders();
  const file = (): string => inFolder('report.html');

  const write = async (
    outcomes: readonly Outcome[],
    sizes: Readonly<Record<string, Preview['size']>> = {},
  ): Promise<string> => {
    const { add, model } = createReportCollector();
    outcomes.forEach(add);
    await writeReport(file(), {
      ...{ model: model(), title: '<b>title', seconds: 'It took 1 s.' },
      preview: async (body) => {
        const text = (await Array.fromAsync(body)).join('');
        const size = sizes[text] ?? { width: 400, height: 300 };
        return text.startsWith('broken') ? undefined : { url: `data:,${text}`, size };
      },
      signal: new AbortController().signal,
    });
    return readFileSync(file(), 'utf8');
  };
  const outcome = (name: string, before: string, after: string): Outcome => {
    writeFileSync(inFolder('before'), before);
    writeFileSync(inFolder('after'), after);
    return {
      ...{ path: rawOf(name), happened: 'compressed', before: 100, after: 50 },
      ...{ original: rawOf(inFolder('before')), target: rawOf(inFolder('after')) },
    };
  };
  const hasPair = (page: string): boolean => page.includes('class="pair"');

  it('escapes names, and shows both pictures', async () => {
    const page = await write([outcome(`/"><script>'\n&`, 'one', 'two')]);
    expect(page).to.contain('<title>&lt;b&gt;title</title>');
    expect(page).to.contain(
      '<strong>&quot;/\\&quot;&gt;&lt;script&gt;&#39;\\n&amp;&quot;</strong>',
    );
    expect(page).to.contain('src="data:,two" alt="').and.to.contain('src="data:,one" alt="');
    expect(page.match(/<script>/g)).to.have.lengthOf(1);
    expect(page.endsWith('</html>\n')).to.equal(true);
  });

  it('shows no pictures where one cannot be made, is gone, or is a part of the other', async () => {
    expect(hasPair(await write([outcome('/a', 'one', 'broken')]))).to.equal(false);
    const gone = { ...outcome('/a', 'one', 'two'), original: rawOf(inFolder('gone')) };
    expect(hasPair(await write([gone]))).to.equal(false);
    const sizes = (height: number): Record<string, Preview['size']> => ({
      two: { width: 200, height },
    });
    expect(hasPair(await write([outcome('/a', 'one', 'two')], sizes(150)))).to.equal(true);
    expect(hasPair(await write([outcome('/a', 'one', 'two')], sizes(200)))).to.equal(false);
  });

  it('is there whole, or not at all', async () => {
    mkdirSync(file());
    const failure = await rejectionOf(write([outcome('/a', 'one', 'two')]));
    expect(failure).to.be.instanceOf(StartError);
    expect(failure).to.have.property('message', `--report: ${file()} cannot be written (EISDIR).`);
    expect(readdirSync(inFolder())).to.have.members(['before', 'after', 'report.html']);
  });

  it('leaves other files of its folder as they are', async () => {
    writeFileSync(`${file()}.new`, 'mine');
    await tryPage(file());
    await write([outcome('/a', 'one', 'two')]);
    expect(readFileSync(`${file()}.new`, 'utf8')).to.equal('mine');
    expect(readdirSync(inFolder())).to.have.lengthOf(4);
  });

  it('is not put into the place of a device or a pipe', async () => {
    execFileSync('mkfifo', [file()]);
    for (const path of [file(), '/dev/null']) {
      const failure = (await rejectionOf(tryPage(path))) as StartError;
      expect([failure.message, failure.exitCode]).to.deep.equal([
        `--report: ${path} is no file.`,
        2,
      ]);
    }
  });
});
