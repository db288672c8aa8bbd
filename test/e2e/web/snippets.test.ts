import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import type { Context } from 'mocha';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { photo } from '../../support/e2e/pictures.ts';
import { needs } from '../../support/e2e/programs.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { ownService } from '../../support/service/service.ts';
import { webService } from '../../support/web/web-service.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What Composer writes for the published library. */
const autoload = `<?php foreach (['Exception', 'ResultMeta', 'Result', 'Source', 'Client'] as $name) {
    require '${root}test/fixtures/tinify-php/lib/Tinify/' . $name . '.php';
}
require '${root}test/fixtures/tinify-php/lib/Tinify.php';
`;

describe('the examples of the account page', function () {
  const { service, client, signedIn } = webService(ownService({ makesCertificate: true }));
  const inFolder = temporaryFolders();
  let snippets: ReadonlyMap<string, string>;
  let expected: Buffer;
  let certificate: Buffer;

  before(async () => {
    const page = await signedIn('/account');
    expect(await page.content()).to.not.contain(service().key);
    await page.getByRole('button', { name: 'Show the key' }).click();
    await page.locator('#key').waitFor();
    const codes = await page.locator('code[id^="code-"]').all();
    snippets = new Map(
      await Promise.all(
        codes.map(
          async (code) =>
            [await code.getAttribute('id'), await code.textContent()] as [string, string],
        ),
      ),
    );
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download cert.pem' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).to.equal('cert.pem');
    certificate = await readFile(await saved.path());
    const { headers } = await client().upload(photo);
    expected = (await client().send({ path: headers.location! })).body;
  });

  beforeEach(async () => {
    await writeFile(inFolder('photo.jpg'), photo);
    await writeFile(inFolder('cert.pem'), certificate);
  });

  /** Runs a program in the folder of `photo.jpg`, and compares what it makes. */
  const run = async (program: string, args: readonly string[]): Promise<void> => {
    await promisify(execFile)(program, args, { cwd: inFolder() });
    const made = await readFile(inFolder('compressed.jpg'));
    expect(made.equals(expected)).to.equal(true);
  };

  it('are for five languages', () => {
    expect([...snippets.keys()]).to.deep.equal(
      ['curl', 'node', 'php', 'python', 'ruby'].map((name) => `code-${name}`),
    );
    for (const code of snippets.values()) expect(code).to.contain(service().key);
  });

  it('read the certificate that the page offers, which has no key', async () => {
    expect(certificate.equals(await readFile(service().certificate))).to.equal(true);
    expect(certificate.toString()).to.match(/^-----BEGIN CERTIFICATE-----/);
    expect(certificate.toString()).not.to.contain('PRIVATE');
  });

  it('work in a shell', () => run('sh', ['-c', snippets.get('code-curl')!]));

  it('work in Node.js', async () => {
    await symlink(`${root}node_modules`, inFolder('node_modules'));
    await writeFile(inFolder('compress.mjs'), snippets.get('code-node')!);
    await run(process.execPath, ['compress.mjs']);
  });

  it('work in PHP', async function () {
    needs(this, 'php', { version: '-m', says: /^curl$/m });
    await mkdir(inFolder('vendor'));
    await writeFile(inFolder('vendor/autoload.php'), autoload);
    await writeFile(inFolder('compress.php'), snippets.get('code-php')!);
    await run('php', ['-d', 'display_errors=1', 'compress.php']);
  });

  for (const [title, id, program, file, check, load] of [
    [
      'Python',
      'code-python',
      'python3',
      'compress.py',
      ['-m', 'py_compile'],
      ['-c', 'import tinify'],
    ],
    ['Ruby', 'code-ruby', 'ruby', 'compress.rb', ['-c'], ['-e', 'require "tinify"']],
  ] as const) {
    it(`are ${title}, as its compiler has it`, async function () {
      if (!(await runs(program, ['--version']))) return leaveOut(this, program);
      await writeFile(inFolder(file), snippets.get(id)!);
      await promisify(execFile)(program, [...check, file], { cwd: inFolder() });
    });

    it(`work in ${title}`, async function () {
      // No package of the registries that the set-up uses has this library, on continuous integration neither.
      const library = `${program} with its package tinify`;
      if (!(await runs(program, load))) return leaveOut(this, library);
      await writeFile(inFolder(file), snippets.get(id)!);
      await run(program, [file]);
    });
  }
});

const runs = async (program: string, args: readonly string[]): Promise<boolean> =>
  promisify(execFile)(program, args).then(
    () => true,
    () => false,
  );

const leaveOut = (test: Context, reason: string): void => {
  test.test!.title += ` (needs ${reason})`;
  console.log(`    pending: needs ${reason}`);
  test.skip();
};
