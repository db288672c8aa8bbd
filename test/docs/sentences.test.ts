import { expect } from 'chai';
import { pages, textOf } from '../support/docs/code-blocks.ts';
import { passagesIn, sentencesIn } from '../support/docs/sentences.ts';

const mostWords = 30;

/** Code, and what a link names, are a word each. */
const withoutMarks = (passage: string): string =>
  passage.replaceAll(/`[^`]*`/g, 'code').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');

const wordsIn = (sentence: string): number =>
  sentence.split(/[\s/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe('the sentences of the pages', () => {
  for (const page of pages) {
    it(`have at most ${mostWords} words: ${page}`, () => {
      const sentences = passagesIn(textOf(page)).flatMap((passage) =>
        sentencesIn(withoutMarks(passage)),
      );
      expect(sentences.filter((sentence) => wordsIn(sentence) > mostWords)).to.deep.equal([]);
    });
  }

  it('are told from one another', () => {
    const text = 'One code two. Three "four." Five 2.5 (six)? And seven; eight.';
    expect(sentencesIn(text).map(wordsIn)).to.deep.equal([3, 2, 3, 2, 1]);
  });
});
