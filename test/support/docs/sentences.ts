import { textOf } from './code-blocks.ts';

/** The paragraphs, items, headings and cells of a page, without code blocks. */
export const passagesIn = (text: string): readonly string[] =>
  text
    .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^ *([-*] |\d+\. |#+ )/gm, '\n')
    .split(/\n\s*\n/)
    .flatMap((passage) =>
      passage.startsWith('|') ? passage.split(/(?<!\\)\||\n/) : [passage.replaceAll(/\s+/g, ' ')],
    )
    .map((passage) => passage.trim());

/** The sentences of a passage; a semicolon ends one as a full stop does. */
export const sentencesIn = (passage: string): readonly string[] =>
  passage.split(/(?<=[.?!;]["*)]*)\s+(?=\S)/);

/** The sentences that somebody has written by hand on a page. */
export const writtenSentences = (page: string): readonly string[] =>
  passagesIn(
    textOf(page).replaceAll(/<!-- generated: [\s\S]*?<!-- end of generated -->/g, ''),
  ).flatMap(sentencesIn);
