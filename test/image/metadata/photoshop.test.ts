import { expect } from 'chai';
import { photoshopBytes, photoshopMetadataOf } from '../../../src/image/metadata/photoshop.ts';
import { bytes, uint16, uint32 } from '../../support/image/builders.ts';
import { dataSet, resource } from '../../support/image/metadata-builders.ts';

const flag = (value: number): Buffer => resource(0x040a, bytes(value));
const url = resource(0x040b, 'http://example.org/rights');
const iptc = (...sets: readonly Uint8Array[]): Buffer => resource(0x0404, bytes(...sets));

describe('Photoshop resources', () => {
  const cases = [
    ['a copyright flag', flag(1), { marked: true }],
    ['a flag of 0, which means unknown', flag(0), {}],
    ['an empty flag', resource(0x040a, ''), {}],
    ['a URL', url, { url: 'http://example.org/rights' }],
    ['an empty URL', resource(0x040b, ''), {}],
    [
      'other resources before',
      bytes(resource(0x03ed, 'abc', 'named'), resource(0x03ee, 'abcd', 'odd!'), flag(1)),
      { marked: true },
    ],
    ['two flags', bytes(flag(0), flag(1)), {}],
    ['something else behind', bytes(flag(1), 'garbage', url), { marked: true }],
    [
      'a resource longer than all',
      bytes(flag(1), '8BIM', uint16(0x040b), 0, 0, uint32(2 ** 32 - 1), 'http'),
      { marked: true },
    ],
    ['a header cut short', bytes(flag(1), '8BIM', 4), { marked: true }],
    ['nothing', bytes(), {}],
  ] as const;
  for (const [name, content, copyright] of cases) {
    it(`are read with ${name}`, () => {
      expect(photoshopMetadataOf(content)).to.deep.equal({ copyright });
    });
  }

  it('are written so that they read the same', () => {
    for (const copyright of [
      { marked: true },
      { url: 'http://example.org' },
      { marked: true, url: 'http://example.org/©' },
    ]) {
      expect(photoshopMetadataOf(photoshopBytes(copyright))).to.deep.equal({ copyright });
    }
  });
});

describe('IPTC', () => {
  const notices = [
    ['ASCII', [dataSet(2, 116, '(c) me')], '(c) me'],
    [
      'UTF-8 with its escape sequence',
      [dataSet(1, 90, '\x1b%G'), dataSet(2, 116, Buffer.from('© Zoë'))],
      '© Zoë',
    ],
    ['UTF-8 without its escape sequence', [dataSet(2, 116, Buffer.from('© Zoë'))], '© Zoë'],
    ['Latin-1', [dataSet(2, 116, '\xa9 Zo\xeb')], '© Zoë'],
    [
      'Latin-1 with its escape sequence',
      [dataSet(1, 90, '\x1b.A'), dataSet(2, 116, '\xc2\xa9')],
      'Â©',
    ],
    ['the first of two notices', [dataSet(2, 116, 'one'), dataSet(2, 116, 'two')], 'one'],
    [
      'what stands before a length beyond the end',
      [dataSet(2, 116, 'me'), bytes(0x1c, 2, 55, 0x7f, 0xff)],
      'me',
    ],
    [
      'what stands before an extended dataset',
      [dataSet(2, 116, 'me'), bytes(0x1c, 8, 10, 0x80, 4)],
      'me',
    ],
    ['what stands before garbage', [dataSet(2, 116, 'me'), bytes('garbage')], 'me'],
  ] as const;
  for (const [name, sets, text] of notices) {
    it(`has a notice in ${name}`, () => {
      expect(photoshopMetadataOf(iptc(...sets))).to.deep.equal({ copyright: { text } });
    });
  }

  it('has no notice that is cut short', () => {
    const cut = bytes(0x1c, 2, 116, uint16(10), 'by m');
    expect(photoshopMetadataOf(iptc(cut))).to.deep.equal({ copyright: {} });
  });

  it('is not looked at behind an extended dataset', () => {
    const preview = bytes(0x1c, 8, 10, 0x80, 4, new Uint8Array(0x8004));
    const sets = iptc(preview, dataSet(2, 116, 'me'));
    expect(photoshopMetadataOf(sets)).to.deep.equal({ copyright: {} });
  });

  const dates = [
    [
      'date and time',
      '20191016',
      '190102+0230',
      { date: '2019-10-16', time: '19:01:02', offset: '+02:30' },
    ],
    [
      'date and time without an offset',
      '20191016',
      '190102',
      { date: '2019-10-16', time: '19:01:02' },
    ],
    ['a date', '20191016', '', { date: '2019-10-16' }],
    ['a date with a senseless time', '20191016', 'noon', { date: '2019-10-16' }],
    ['a month', '20191000', '', { date: '2019-10' }],
    ['a year', '20190000', '', { date: '2019' }],
    ['no date', '00000000', '190102', undefined],
    ['a senseless date', 'today', '190102', undefined],
  ] as const;
  for (const [name, date, time, creation] of dates) {
    it(`has a creation of ${name}`, () => {
      const sets = iptc(dataSet(2, 55, date), dataSet(2, 60, time));
      expect(photoshopMetadataOf(sets).creation).to.deep.equal(creation);
    });
  }
});
