import { expect } from 'chai';
import {
  bytesOf,
  extensionOf,
  folderOf,
  isWithin,
  joined,
  nameOf,
  pathFieldsOf,
  pathIn,
  rawOf,
  shown,
} from '../../src/bulk/raw-path.ts';

const notText = Buffer.from([0x61, 0xff, 0x0a, 0x62]).toString('latin1');

describe('paths by their bytes', () => {
  it('keep bytes that are no UTF-8', () => {
    expect([...bytesOf(notText)]).to.deep.equal([0x61, 0xff, 0x0a, 0x62]);
    expect(bytesOf(rawOf('Ä.jpg')).toString()).to.equal('Ä.jpg');
  });

  it('have folders, names and endings', () => {
    const rows = [
      ['/a/b.JPG', '/a', 'b.JPG', 'jpg'],
      ['/b', '/', 'b', ''],
      ['b.tar.gz', '', 'b.tar.gz', 'gz'],
      ['/a/.png', '/a', '.png', ''],
    ];
    expect(
      rows.map(([path = '']) => [path, folderOf(path), nameOf(path), extensionOf(path)]),
    ).to.deep.equal(rows);
    expect(joined('/', 'a')).to.equal('/a');
    expect(joined('', 'a')).to.equal('a');
  });

  it('lie in a folder, and not in one whose name begins alike', () => {
    expect(isWithin('/a/b', '/a')).to.equal(true);
    expect(isWithin('/a', '/a')).to.equal(true);
    expect(isWithin('/ab', '/a')).to.equal(false);
    expect(isWithin('/ab', '/')).to.equal(true);
  });

  it('are shown on one line, and without what a terminal obeys', () => {
    expect(shown(rawOf('/a/b c.jpg'))).to.equal('/a/b c.jpg');
    expect(shown(rawOf('a\nb\u001b[2J\u202e"'))).to.equal('"a\\nb\\u001b[2J\\u202e\\""');
    expect(shown(notText)).to.equal('"a\ufffd\\nb"');
  });

  it('go to JSON and back', () => {
    expect(pathFieldsOf(rawOf('Ä'))).to.deep.equal({ path: 'Ä' });
    expect(pathFieldsOf(notText)).to.deep.equal({ path: 'a\ufffd\nb', pathBase64: 'Yf8KYg==' });
    for (const path of [rawOf('Ä'), notText, rawOf('\ufffd')]) {
      expect(pathIn(pathFieldsOf(path))).to.equal(path);
    }
  });
});
