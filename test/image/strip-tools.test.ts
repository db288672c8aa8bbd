import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { strippedPieces } from '../../src/image/strip.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { applied, strictSource } from '../support/image/builders.ts';
import { factsOf } from '../support/image/facts.ts';
import { samples } from '../support/image/samples.ts';

const isOnPath = (tool: string, versionFlag: string): boolean =>
  spawnSync(tool, [versionFlag]).status === 0;

/** What may be left: structure, colour, animation and the orientation. */
const allowed = [
  /^SourceFile$|^(ExifTool|File|Composite|ICC_Profile|ICC-[a-z]+|APP14):/,
  /^JFIF:(JFIFVersion|ResolutionUnit|[XY]Resolution)$/,
  /^PNG:(ImageWidth|ImageHeight|BitDepth|ColorType|Compression|Filter|Interlace)$/,
  /^PNG:(Palette|Transparency|Gamma|ProfileName|AnimationFrames|AnimationPlays)$/,
  /^RIFF:(ImageWidth|ImageHeight|WebP_Flags|VP8Version|HorizontalScale|VerticalScale)$/,
  /^RIFF:(AlphaIsUsed|AlphaPreprocessing|AlphaFiltering|AlphaCompression)$/,
  /^RIFF:(BackgroundColor|AnimationLoopCount|Duration)$/,
  /^EXIF:Orientation$/,
];

const forbidden = ['File:Comment', 'ExifTool:Warning', 'ExifTool:Error'];

const isAllowed = (tag: string): boolean =>
  !forbidden.includes(tag) && allowed.some((pattern) => pattern.test(tag));

describe('stripped files before other tools', () => {
  const inFolder = temporaryFolders();

  const written = async (): Promise<readonly Readonly<{ before: string; after: string }>[]> => {
    const pairs = await Promise.all(
      samples.map(async ({ content, decodes }, index) => {
        const facts = await factsOf(content);
        const extension = facts.mediaType.slice('image/'.length);
        const [before, after] = [`${index}-before.${extension}`, `${index}-after.${extension}`];
        const pieces = strippedPieces(strictSource(content), facts);
        writeFileSync(inFolder(before), content);
        writeFileSync(inFolder(after), applied(pieces, content));
        return { before: inFolder(before), after: inFolder(after), decodes };
      }),
    );
    return pairs.filter(({ decodes }) => decodes);
  };

  it('exiftool finds no metadata but the orientation', async function () {
    if (!isOnPath('exiftool', '-ver')) this.skip();
    const files = (await written()).map(({ after }) => after);
    const options = ['-q', '-json', '-G0', '-n'];
    const json = execFileSync('exiftool', [...options, ...files], { encoding: 'utf8' });
    const reports = JSON.parse(json) as readonly Readonly<Record<string, unknown>>[];
    expect(reports.length).to.equal(files.length);
    for (const report of reports) {
      const left = Object.entries(report).filter(([tag]) => !isAllowed(tag));
      expect(left, String(report['SourceFile'])).to.deep.equal([]);
    }
  });

  it('vips decodes the same pixels', async function () {
    if (!isOnPath('vips', '--version')) this.skip();
    const pixelsOf = (path: string): Buffer => {
      const raw = inFolder('pixels.raw');
      const image = path.endsWith('.webp') ? `${path}[n=-1]` : path;
      execFileSync('vips', ['rawsave', image, raw], { stdio: 'ignore' });
      return readFileSync(raw);
    };
    // The orientations of a JPEG differ in nothing that a decoder of pixels looks at.
    const distinct = (await written()).slice(7);
    for (const { before, after } of distinct) {
      expect(pixelsOf(after).equals(pixelsOf(before)), before).to.equal(true);
    }
  });
});
