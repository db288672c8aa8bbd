import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** All pages that people follow, as paths from the project's folder. */
export const pages: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'deploy/README.md'],
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export type CodeBlock = Readonly<{
  page: string;
  /** What follows the opening mark: `sh`, `json`; nothing for plain text. */
  language: string;
  /** Without the indentation that a block in a list has. */
  text: string;
}>;

export const textOf = (page: string): string => readFileSync(`${root}${page}`, 'utf8');

/** The code blocks of a page, but for those that `npm run docs` writes: they are read from the code itself. */
export const codeBlocksIn = (page: string): readonly CodeBlock[] => {
  const written = textOf(page).replaceAll(/<!-- generated: [\s\S]*?<!-- end of generated -->/g, '');
  return [...written.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indentation = '', language = '', text = '']) => ({
      page,
      language,
      text: text.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
    }),
  );
};

export const codeBlocks: readonly CodeBlock[] = pages.flatMap(codeBlocksIn);

/** The block of a page in this language; the one that holds `part`, where there are several. */
export const blockOf = (page: string, language: string, part = ''): string => {
  const found = codeBlocksIn(page).find(
    (block) => block.language === language && block.text.includes(part),
  );
  if (found === undefined) throw new Error(`${page} has no block of ${language} with "${part}".`);
  return found.text;
};

/** The commands of a block of shell: a line each, with those that continue it. Comments are left to the shell. */
export const commandsIn = ({ text }: CodeBlock): readonly string[] =>
  text
    .split(/(?<!\\)\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
