import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { bytesOf } from '../../../src/image/bytes.ts';
import { factsOf, factsOrCode } from '../../support/image/facts.ts';
import { scanEndsOf } from '../../support/image/jpeg-scans.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

/** Of a component, its frequencies above 0. */
const bands = (component: number): readonly string[] => [
  `${component}: 1-8, 0, 0;`,
  `${component}: 9-63, 0, 0;`,
];

describe('a JPEG without EOI', () => {
  const file = temporaryFolders();
  const photo = readFileSync(new URL('../../fixtures/photo.jpg', import.meta.url));
  const withScans = (...lines: readonly string[]): Buffer => {
    writeFileSync(file('scans'), lines.join('\n'));
    return execFileSync('jpegtran', ['-revert', '-scans', file('scans')], { input: photo });
  };

  const kinds: readonly (readonly [string, readonly string[]])[] = [
    ['a scan for each colour', ['0;', '1;', '2;']],
    ['frequencies in two scans', ['0,1,2: 0-0, 0, 0;', ...bands(0), ...bands(1), ...bands(2)]],
    [
      'the last bits behind the others',
      [
        ...['0,1,2: 0-0, 0, 1;', '0: 1-63, 0, 1;', '1: 1-63, 0, 0;', '2: 1-63, 0, 0;'],
        ...['0: 1-63, 1, 0;', '0,1,2: 0-0, 1, 0;'],
      ],
    ],
  ];
  for (const [title, lines] of kinds) {
    it(`is refused but behind its last scan: ${title}`, async () => {
      const jpeg = withScans(...lines);
      const ends = scanEndsOf(bytesOf(jpeg));
      expect(ends).to.have.length(lines.length);
      for (const end of ends.slice(0, -1)) {
        const cut = jpeg.subarray(0, end);
        expect(await factsOrCode(cut), `${end}`).to.equal('decode_failed');
        const atMarker = jpeg.subarray(0, end + 1);
        expect(await factsOrCode(atMarker), `${end + 1}`).to.equal('decode_failed');
      }
      const open = await factsOf(jpeg.subarray(0, ends.at(-1)));
      expect(open).to.deep.equal({ ...(await factsOf(jpeg)), lacksEnd: true });
    });
  }
});
