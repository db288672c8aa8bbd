import { expect } from 'chai';
import {
  bytesOf,
  bytesPiece,
  copyPiece,
  joinedPieces,
  lengthOf,
  pagedSource,
  sectionOf,
} from '../../src/image/bytes.ts';
import { strictSource } from '../support/image/builders.ts';

const content = Uint8Array.from({ length: 20_000 }, (_, index) => index % 251);

describe('byte sources', () => {
  it('a section starts at its offset and ends at its own end', () => {
    const section = sectionOf(bytesOf(content), 100, 5);
    expect(section.size).to.equal(5);
    expect([...section.read(3, 10)]).to.deep.equal([103, 104]);
    expect([...section.read(9, 1)]).to.deep.equal([]);
  });

  it('a section is no longer than what its source has left', () => {
    expect(sectionOf(bytesOf(content), 19_999, 5).size).to.equal(1);
    expect(sectionOf(bytesOf(content), 30_000, 5).size).to.equal(0);
  });

  const reads = [
    { name: 'at the start', offset: 0, length: 8 },
    { name: 'across pages', offset: 4090, length: 20 },
    { name: 'longer than a page', offset: 10, length: 9000 },
    { name: 'at the end', offset: 19_990, length: 50 },
    { name: 'beyond the end', offset: 20_500, length: 5 },
  ];
  for (const { name, offset, length } of reads) {
    it(`a paged source reads the same bytes ${name}`, () => {
      const paged = pagedSource(bytesOf(content));
      paged.read(4000, 10);
      const expected = [...content.subarray(offset, offset + length)];
      expect([...paged.read(offset, length)]).to.deep.equal(expected);
    });
  }

  it('a paged source turns many small reads into few and never reads beyond the end', () => {
    const source = strictSource(content);
    const paged = pagedSource(source);
    for (let offset = 0; offset < content.length; offset += 7) paged.read(offset, 8);
    expect(source.reads()).to.be.at.most(6);
  });
});

describe('pieces', () => {
  it('add up to the length of the file', () => {
    expect(lengthOf([copyPiece(10, 30), bytesPiece(new Uint8Array(5)), copyPiece(0, 1)])).to.equal(
      26,
    );
  });

  it('are joined where copies are neighbours, and left out where empty', () => {
    const piece = bytesPiece(Uint8Array.of(1));
    const pieces = [copyPiece(0, 4), copyPiece(4, 9), bytesPiece(new Uint8Array(0)), piece];
    expect(joinedPieces([...pieces, copyPiece(12, 13)])).to.deep.equal([
      copyPiece(0, 9),
      piece,
      copyPiece(12, 13),
    ]);
  });
});
