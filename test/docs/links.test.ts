import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { pages } from '../../docs/generate/pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rootPages = readdirSync(root)
  .filter((name) => name.endsWith('.md'))
  .map((name) => resolve(root, name));
const deployPage = resolve(root, 'deploy/README.md');

const textOf = (path: string): string => readFileSync(path, 'utf8');
const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '');

/** The targets of a page's links: relative path and anchor, either of which may be empty. */
const linksIn = (path: string): readonly (readonly [path: string, anchor: string])[] =>
  [...withoutCode(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return [file, anchor];
    });

/** The anchors that GitHub gives the headings of a page. */
const anchorsIn = (path: string): ReadonlySet<string> =>
  new Set(
    [...withoutCode(textOf(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

describe('links of the documents', () => {
  for (const page of [...rootPages, deployPage, ...pages()]) {
    it(`lead somewhere from ${relative(root, page)}`, () => {
      const broken = linksIn(page).filter(([file, anchor]) => {
        const target = file === '' ? page : resolve(dirname(page), file);
        return !existsSync(target) || (anchor !== '' && !anchorsIn(target).has(anchor));
      });
      expect(broken.map((link) => link.join('#'))).to.deep.equal([]);
    });
  }

  it('reach every page of docs/ from the README', () => {
    const linked = linksIn(resolve(root, 'README.md')).map(([file]) => resolve(root, file));
    expect(pages().filter((page) => !linked.includes(page))).to.deep.equal([]);
  });

  it('reach every file of deploy/ from its README', () => {
    const linked = linksIn(deployPage).map(([file]) => resolve(dirname(deployPage), file));
    const files = globSync('deploy/**', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => resolve(parentPath, name));
    const isLinked = (file: string): boolean =>
      linked.some((target) => file === target || file.startsWith(`${target}/`));
    expect(files.filter((file) => file !== deployPage && !isLinked(file))).to.deep.equal([]);
  });

  it('and paths in CONTRIBUTING.md name files that exist', () => {
    const text = withoutCode(textOf(resolve(root, 'CONTRIBUTING.md')));
    const named = [...text.matchAll(/`((?:src|test|schemas|bin)\/[\w./-]+)`/g)].map(
      ([, path]) => path!,
    );
    const toBeMade = new Set(['src/storage/folder-client.ts']);
    expect(
      named.filter((path) => !toBeMade.has(path) && !existsSync(resolve(root, path))),
    ).to.deep.equal([]);
  });
});
