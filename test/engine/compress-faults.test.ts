import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { ToolFailure } from '../../src/tools/tool-failure.ts';
import type { Encoder } from '../../src/image/encoder.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { bytes, segment, withSegments } from '../support/image/builders.ts';
import { exifSegment, exifWithOrientation } from '../support/image/metadata.ts';
import { compressing, jpegtran, tableOf, toolCommand } from '../support/engine/compressing.ts';
import { fixtureTool } from '../support/tools/processes.ts';
import type { SamplePictures } from '../support/engine/sample-pictures.ts';

const jpeg = 'image/jpeg';
const withComment = (picture: Uint8Array): Buffer => withSegments(picture, segment(0xfe, 'SECRET'));

describe('the engine, when tools fail', function () {
  // Real encoders, on a machine that may be busy.
  const file = temporaryFolders();
  const engine = compressing();
  let pictures: SamplePictures;
  before(() => {
    ({ pictures } = engine);
  });

  describe('on a good picture', () => {
    const broken: readonly (readonly [string, () => Partial<Encoder>])[] = [
      ['fails', () => toolCommand('fails')],
      ['crashes', () => toolCommand('crashes')],
      ['makes nothing', () => toolCommand('makes-nothing')],
      ['cuts its result short', () => toolCommand('cuts')],
      ['is missing', () => ({ command: ['/no/such/tool', '{input}', '{output}'] })],
    ];
    for (const [title, encoder] of broken) {
      it(`takes what another encoder makes when one ${title}`, async () => {
        const table = tableOf(jpeg, { odd: encoder(), jpegtran });
        const { result, failures } = await engine.compress(pictures.jpeg, { table });
        expect(result).to.include({ winner: 'jpegtran', isDegraded: true });
        expect(failures).to.have.length(1);
        expect(failures[0]).to.be.instanceOf(ToolFailure);
      });
    }

    describe('that has bytes behind its blocks', () => {
      const table = tableOf(jpeg, { jpegtran: { ...jpegtran, exit: { 2: 'warned' } } });
      const odd = (): Buffer =>
        bytes(pictures.jpeg.subarray(0, -2), Buffer.alloc(300, 'junk'), pictures.jpeg.subarray(-2));

      it('takes what an encoder makes with a warning', async () => {
        const { result, failures } = await engine.compress(odd(), { table });
        expect(result).to.include({ winner: 'jpegtran', isDegraded: false });
        expect(failures).to.deep.equal([]);
      });

      it('takes nothing made with a warning where libvips cannot read the picture', async () => {
        const running = engine.compress(odd(), { table, vips: 'false' });
        expect(await rejectionOf(running)).to.include({ code: 'decode_failed' });
      });
    });

    it('gives the source without metadata when all encoders fail', async () => {
      const table = tableOf(jpeg, { one: toolCommand('fails'), two: toolCommand('crashes') });
      const { result, content, failures } = await engine.compress(withComment(pictures.jpeg), {
        table,
      });
      expect(result).to.include({ winner: 'source', isDegraded: true });
      expect(content.includes('SECRET')).to.equal(false);
      expect(content.length).to.be.at.most(pictures.jpeg.length);
      expect(failures).to.have.length(2);
    });

    it('has no failure of an encoder where no decoder reads the picture either', async () => {
      const failures: Error[] = [];
      const table = tableOf(jpeg, { one: toolCommand('fails'), two: toolCommand('crashes') });
      const running = engine.compress(pictures.jpeg, { table, vips: 'false', failures });
      expect(await rejectionOf(running)).to.include({ code: 'decode_failed' });
      expect(failures).to.deep.equal([]);
    });

    it('fails with ToolFailure, not with an error for the client, when no encoder can start', async () => {
      const command = ['/no/such/tool', '{input}', '{output}'];
      const table = tableOf(jpeg, { one: { command }, two: toolCommand('fails') });
      const error = await rejectionOf(engine.compress(pictures.jpeg, { table }));
      expect(error).to.be.instanceOf(ToolFailure);
      expect(error).to.have.property('kind', 'not_started');
    });

    it('is unavailable when the kernel ends every encoder because memory ran out', async () => {
      const table = tableOf(jpeg, { one: toolCommand('is-killed'), two: toolCommand('is-killed') });
      const error = await rejectionOf(engine.compress(pictures.jpeg, { table }));
      expect(error).to.include({ name: 'ServiceError', code: 'unavailable' });
    });

    it('is unavailable, and at fault, when the program that reads pictures crashes', async () => {
      const table = tableOf(jpeg, { one: toolCommand('fails') });
      const vips = fixtureTool('crashes');
      const error = await rejectionOf(engine.compress(pictures.jpeg, { table, vips }));
      expect(error).to.include({ name: 'ServiceError', code: 'unavailable', isFault: true });
    });

    /** Results no larger than the source that are not its picture. */
    const wrong: Readonly<Record<string, () => Uint8Array>> = {
      'of another size': () => pictures.smallerJpeg,
      'of another type': () => pictures.lossyWebp,
      'cut short by a byte': () => pictures.jpeg.subarray(0, -1),
      'cut short in the middle': () => pictures.jpeg.subarray(0, pictures.jpeg.length / 2),
      'that is on its side': () => withSegments(pictures.jpeg, exifSegment(exifWithOrientation(3))),
      'that is no picture': () => Buffer.from('a picture, honestly'),
    };
    for (const [title, content] of Object.entries(wrong)) {
      it(`never takes a result ${title}`, async () => {
        await writeFile(file('wrong'), content());
        const table = tableOf(jpeg, { odd: toolCommand('copies', file('wrong'), '{output}') });
        const { result, failures } = await engine.compress(pictures.jpeg, { table });
        expect(result).to.include({ winner: 'source', isDegraded: true, width: 120 });
        expect(failures).to.have.length(1);
      });
    }

    it("takes no result that is damaged inside, and counts it as the encoder's failure", async () => {
      // A segment behind the scan that claims more bytes than there are; the end is in place.
      const [start, end] = [pictures.jpeg.subarray(0, -100), pictures.jpeg.subarray(-90)];
      await writeFile(file('wrong'), bytes(start, '\xff\xc4\x7f\xff', end));
      const table = tableOf(jpeg, { odd: toolCommand('copies', file('wrong'), '{output}') });
      const { result } = await engine.compress(pictures.jpeg, { table });
      expect(result).to.include({ winner: 'source', isDegraded: true });
    });
  });
});
