import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const run = promisify(execFile);

const avif = await readFile(
  fileURLToPath(new URL('../../fixtures/defects/a-prem.avif', import.meta.url)),
);

/** Whether it is bin/vips.c. Others guess a file's loader by its bytes, and the service's own check comes first. */
const isOwn = async (): Promise<boolean> =>
  (await run('vips', ['svgload', 'in.svg']).catch(({ stderr }: { stderr: string }) => stderr))
    .toString()
    .includes('blocked');

describe('the program vips', () => {
  before(async function () {
    if (!(await isOwn())) this.skip();
  });

  const inFolder = temporaryFolders();
  const copied = async (name: string, content: string | Uint8Array): Promise<Buffer> => {
    await writeFile(inFolder(name), content, 'latin1');
    await run('vips', ['copy', inFolder(name), inFolder('copy.ppm')]);
    return readFile(inFolder('copy.ppm'));
  };
  const refusalOf = async (name: string, content: string | Uint8Array): Promise<unknown> =>
    copied(name, content).then(
      () => 'it was accepted',
      ({ code }: { code: unknown }) => code,
    );

  const whole: readonly (readonly [title: string, ppm: string, pixels: string])[] = [
    ['of RGB', 'P6\n2 2\n255\nabcdefghijkl', 'abcdefghijkl'],
    ['of grey', 'P5\n3 1\n255\nabc', 'aaabbbccc'],
    ['with a comment', 'P5 # a\n3 # b\n1\n255\nabc', 'aaabbbccc'],
    ['with a pixel that looks like white space', 'P5\n3 1\n255\n\n b', '\n\n\n   bbb'],
  ];
  for (const [title, ppm, pixels] of whole) {
    it(`reads and writes a PPM ${title}`, async () => {
      const copy = await copied('in.ppm', ppm);
      expect(copy.subarray(-pixels.length).toString('latin1')).to.equal(pixels);
      expect(copy.toString('latin1')).to.match(/^P6\s/);
    });
  }

  const broken: readonly (readonly [title: string, ppm: string])[] = [
    ['that is cut', 'P6\n2 2\n255\nabc'],
    ['that is cut in its header', 'P6\n2 2'],
    ['without a size', 'P6\n0 0\n255\n'],
    ['with a huge size', 'P6\n999999999 999999999\n255\nabc'],
    ['with a size beyond all numbers', `P6\n${'9'.repeat(400)} 1\n255\nabc`],
    ['of another kind', 'P7\n2 2\n255\nabcdefghijkl'],
    ['that is empty', ''],
  ];
  for (const [title, ppm] of broken) {
    it(`refuses a PPM ${title}`, async () => {
      expect(await refusalOf('in.ppm', ppm)).to.equal(1);
    });
  }

  const others: readonly (readonly [type: string, content: string | Uint8Array])[] = [
    [
      'SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9"/></svg>',
    ],
    ['AVIF', avif],
    ['GIF', 'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;'],
    ['TIFF', 'II*\0\x08\0\0\0\0\0\0\0\0\0'],
    ['PDF', '%PDF-1.4\n'],
    ['Radiance', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\0\0\0\0'],
    ['CSV', '1 2\n3 4\n'],
  ];
  for (const [type, content] of others) {
    it(`refuses ${type} under the name of each type that it reads`, async () => {
      for (const extension of ['jpg', 'png', 'webp', 'ppm', 'v']) {
        expect(await refusalOf(`in.${extension}`, content), extension).to.equal(1);
      }
    });
  }

  /** What it printed, and its exit code. */
  const becoming = async (input: string, ...next: readonly string[]) => {
    await writeFile(inFolder('in.ppm'), input, 'latin1');
    const operation = ['copy', inFolder('in.ppm'), inFolder('copy.ppm')];
    const running = run('vips', [...operation, '--', ...next]);
    const { pid } = running.child;
    const { stdout, code = 0 } = await running.catch((error) => error);
    return { code, printed: stdout.trim().replace(`${pid}`, 'its own number') };
  };
  const good = 'P5\n3 1\n255\nabc';

  it('becomes the program behind two dashes once the operation is done', async () => {
    const script = 'echo $$ "$@"; wc -c <"$1"; exit 3';
    const file = inFolder('copy.ppm');
    expect(await becoming(good, '/bin/sh', '-c', script, 'sh', file, '--a=b')).to.deep.equal({
      ...{ code: 3, printed: `its own number ${file} --a=b\n20` },
    });
  });

  it('does not become it where the operation fails', async () => {
    expect(await becoming('P5\n', '/bin/echo')).to.deep.equal({ code: 1, printed: '' });
  });

  it('says by its exit code that it cannot', async () => {
    expect(await becoming(good, '/no/such/program')).to.deep.equal({ code: 127, printed: '' });
    expect(await becoming(good)).to.deep.equal({ code: 127, printed: '' });
  });
});
