import { expect } from 'chai';
import { bytesOf } from '../../../../src/image/bytes.ts';
import type { PreservedMetadata } from '../../../../src/image/metadata/preserved.ts';
import { xmpMetadataOf } from '../../../../src/image/metadata/xmp/read.ts';
import { rights, xmpOf } from '../../../support/image/metadata-builders.ts';

const found = (packet: Uint8Array): PreservedMetadata => xmpMetadataOf(bytesOf(packet));
const nothing = { copyright: {} };

const languages = (...items: readonly (readonly [language: string, text: string])[]): string => {
  const list = items.map(([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`);
  return `<dc:rights><rdf:Alt>${list.join('\n')}</rdf:Alt></dc:rights>`;
};

describe('copyright in XMP', () => {
  const cases = [
    ['rights', '', rights('© me &amp; you'), { text: '© me & you' }],
    ['rights in CDATA', '', rights('<![CDATA[© <me>]]>'), { text: '© <me>' }],
    [
      'the default of several languages',
      '',
      languages(['de', 'von mir'], ['x-default', 'by me']),
      { text: 'by me' },
    ],
    [
      'the first language without a default',
      '',
      languages(['de', 'von mir'], ['fr', 'x']),
      { text: 'von mir' },
    ],
    ['rights as plain text', '', '<dc:rights> mine </dc:rights>', { text: 'mine' }],
    ['rights as an attribute', 'dc:rights="mine"', '', { text: 'mine' }],
    ['empty rights', '', rights(' '), {}],
    ['a mark as an attribute', 'xmpRights:Marked="True"', '', { marked: true }],
    ['a mark as an element', '', '<xmpRights:Marked>False</xmpRights:Marked>', { marked: false }],
    ['a mark that is neither', 'xmpRights:Marked="maybe"', '', {}],
    [
      'a statement',
      'xmpRights:WebStatement="https://example.org/?a=1&amp;b=2"',
      '',
      { url: 'https://example.org/?a=1&b=2' },
    ],
    [
      'a statement as a resource',
      '',
      '<xmpRights:WebStatement rdf:resource="https://example.org/"/>',
      { url: 'https://example.org/' },
    ],
  ] as const;
  for (const [name, attributes, elements, copyright] of cases) {
    it(`is found in ${name}`, () => {
      expect(found(xmpOf(attributes, elements))).to.deep.equal({ copyright });
    });
  }

  it('is found under other prefixes for the same namespaces', () => {
    const packet = xmpOf(
      '',
      '<d:rights xmlns:d="http://purl.org/dc/elements/1.1/">mine</d:rights>',
    );
    expect(found(packet).copyright).to.deep.equal({ text: 'mine' });
  });

  it('is not found under the usual prefix for another namespace', () => {
    const packet = xmpOf('', '<dc:rights xmlns:dc="https://example.org/">mine</dc:rights>');
    expect(found(packet)).to.deep.equal(nothing);
  });

  it('is found in a second description', () => {
    const packet = xmpOf('', '</rdf:Description><rdf:Description dc:rights="mine">');
    expect(found(packet).copyright).to.deep.equal({ text: 'mine' });
  });

  it('is found without the element around RDF', () => {
    const packet = xmpOf('dc:rights="mine"')
      .toString()
      .replaceAll(/<\/?x:[^>]*>/g, '');
    expect(found(Buffer.from(packet)).copyright).to.deep.equal({ text: 'mine' });
  });

  it('is the first that says something', () => {
    const packet = xmpOf('', `${rights(' ')}${rights('one')}${rights('two')}`);
    expect(found(packet).copyright).to.deep.equal({ text: 'one' });
  });

  const tiny = '<a/>'.repeat(50_001);
  const beside = [
    ['before', `${rights('mine')}${tiny}`, 'mine'],
    ['not behind', `${tiny}${rights('mine')}`, undefined],
  ] as const;
  for (const [where, elements, text] of beside) {
    it(`is found ${where} more elements than are read`, () => {
      expect(found(xmpOf('', elements)).copyright?.text).to.equal(text);
    });
  }

  const ingredients = [
    ['a structure', `<xmpMM:Pantry rdf:parseType="Resource">${rights('not mine')}</xmpMM:Pantry>`],
    [
      'a description within',
      `<xmpMM:Pantry><rdf:Bag><rdf:li><rdf:Description dc:rights="not mine">${rights('not mine')}` +
        '</rdf:Description></rdf:li></rdf:Bag></xmpMM:Pantry>',
    ],
    [
      'a whole RDF within',
      `<xmpMM:Pantry><rdf:RDF><rdf:Description dc:rights="not mine"/></rdf:RDF></xmpMM:Pantry>`,
    ],
    ['text of a property within', '<xmp:Note><dc:rights>not mine</dc:rights></xmp:Note>'],
  ] as const;
  for (const [name, elements] of ingredients) {
    it(`of an ingredient of the picture is not taken from ${name}`, () => {
      expect(found(xmpOf('', elements))).to.deep.equal(nothing);
    });
  }
});

describe('creation in XMP', () => {
  const original = 'exif:DateTimeOriginal="2001-01-01T00:00:01.5Z"';
  const created = 'photoshop:DateCreated="2002-02"';
  const file = 'xmp:CreateDate="2003-03-03T10:00+01:00"';
  const cases = [
    [
      'the original date',
      `${file} ${created} ${original}`,
      { date: '2001-01-01', time: '00:00:01', subSeconds: '5', offset: 'Z' },
    ],
    ['else the date created', `${file} ${created}`, { date: '2002-02' }],
    ['else the date of the file', file, { date: '2003-03-03', time: '10:00', offset: '+01:00' }],
    [
      'else what makes sense',
      `${file} photoshop:DateCreated="soon"`,
      { date: '2003-03-03', time: '10:00', offset: '+01:00' },
    ],
  ] as const;
  for (const [name, attributes, creation] of cases) {
    it(`is ${name}`, () => {
      expect(found(xmpOf(attributes))).to.deep.equal({ ...nothing, creation });
    });
  }
});

describe('location in XMP', () => {
  it('is latitude and longitude', () => {
    const attributes = 'exif:GPSLatitude="52,13,30N" exif:GPSLongitude="13,22.5W"';
    expect(found(xmpOf(attributes))).to.deep.equal({
      ...nothing,
      location: {
        latitude: { degrees: [52, 1], minutes: [13, 1], seconds: [30, 1], ref: 'N' },
        longitude: { degrees: [13, 1], minutes: [225, 10], seconds: [0, 1], ref: 'W' },
      },
    });
  });

  it('is absent with a latitude alone', () => {
    expect(found(xmpOf('exif:GPSLatitude="52,13,30N"'))).to.deep.equal(nothing);
  });
});

describe('damaged XMP', () => {
  it('gives what stands before the damage', () => {
    expect(found(xmpOf('', `${rights('mine')}<xmp:CreateDate <`)).copyright).to.deep.equal({
      text: 'mine',
    });
  });

  const mistakes = [
    ['an entity that nothing defines', '<xmp:Note>&nbsp;</xmp:Note>'],
    ['a bare &', '<xmp:Note>a & b</xmp:Note>'],
    ['a control character', '<xmp:Note>a\u0001b\u0000c</xmp:Note>'],
    ['the number of a control character', '<xmp:Note>&#1;</xmp:Note>'],
    ['half of a surrogate pair', '<xmp:Note>&#xD800;</xmp:Note>'],
    ['an end tag of another name', '<xmp:Note>a</xmp:note>'],
    ['end tags in the wrong order', '<xmp:Note><a><b></a></b></xmp:Note>'],
    ['an attribute twice', '<xmp:Note a="1" a="2">a</xmp:Note>'],
    ['a name that is none', '<1a>a</1a>'],
    [']]> in text', '<xmp:Note>a]]>b</xmp:Note>'],
    ['-- in a comment', '<!-- a -- b -->'],
    ['an XML declaration in the middle', '<?xml version="2.0"?>'],
  ] as const;
  for (const [name, mistake] of mistakes) {
    it(`gives what stands behind ${name}`, () => {
      expect(found(xmpOf('', `${mistake}${rights('mine')}`)).copyright).to.deep.equal({
        text: 'mine',
      });
    });
  }

  it('gives nothing when it defines entities of its own', () => {
    const packet = `<!DOCTYPE x [<!ENTITY a "mine">]>${xmpOf('dc:rights="&a;"').toString()}`;
    expect(found(Buffer.from(packet))).to.deep.equal(nothing);
  });

  it('gives nothing behind elements nested too deeply', () => {
    const deep = `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`;
    expect(found(xmpOf('', `${deep}${rights('mine')}`))).to.deep.equal(nothing);
  });

  it('is read to 2 MiB and ignored beyond that', () => {
    const padded = (size: number): Buffer =>
      Buffer.concat([xmpOf('', rights('mine')), Buffer.alloc(size)]).subarray(0, size);
    expect(found(padded(2 ** 21)).copyright).to.deep.equal({ text: 'mine' });
    expect(found(padded(2 ** 21 + 1))).to.deep.equal(nothing);
  });
});
