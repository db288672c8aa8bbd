import { expect } from 'chai';
import {
  chmodSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createOpenSource } from '../../src/delivery/open-source.ts';
import type { SourcePlace } from '../../src/delivery/source-place.ts';
import { isMachineFault, ServiceError } from '../../src/errors.ts';
import { createMemoryOutputs } from '../support/service/memory-outputs.ts';
import { outputOf } from '../support/service/samples.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

/** The user `nobody` of most systems. */
const unprivileged = 65_534;

describe('openSource', () => {
  const inFolder = temporaryFolders();
  const outputs = createMemoryOutputs();
  const openSource = createOpenSource({
    sources: {
      open: async (url, { onModified }) => {
        onModified?.(5000);
        return Readable.from([`web ${url}`]);
      },
    },
    stores: {
      open: async (store, key) =>
        key === 'there' ? Readable.from([`${store} ${key}`]) : undefined,
    },
    outputs,
  });
  let modified: number | undefined;
  const { signal } = new AbortController();
  const placeOf = (place: Record<string, unknown>) => ({ name: '', ...place }) as SourcePlace;
  const read = async (place: Record<string, unknown>): Promise<string> => {
    const { body, modifiedMs } = await openSource(placeOf(place), 'ann', signal);
    modified = modifiedMs;
    return text(body);
  };

  beforeEach(() => {
    mkdirSync(inFolder('one'));
    mkdirSync(inFolder('two/deep'), { recursive: true });
    writeFileSync(inFolder('one/a'), 'of one');
    writeFileSync(inFolder('two/deep/b'), 'of two');
    writeFileSync(inFolder('secret'), 'secret');
    symlinkSync(inFolder('secret'), inFolder('one/out'));
    symlinkSync(inFolder('.'), inFolder('one/up'));
    symlinkSync('a', inFolder('one/inside'));
  });

  const file = (path: string) => {
    const folders = [inFolder('one'), inFolder('two'), inFolder('none')];
    return { kind: 'file', folders, path };
  };

  it('reads files in the first folder that has them', async () => {
    expect(await read(file('a'))).to.equal('of one');
    expect(await read(file('deep/b'))).to.equal('of two');
    expect(await read(file('inside'))).to.equal('of one');
  });

  for (const [what, closed] of [
    ['a file', 'one/a'],
    ['a folder', 'one'],
  ] as const) {
    it(`fails by a fault of the machine where the service may not read ${what}`, async () => {
      chmodSync(inFolder(), 0o755);
      chmodSync(inFolder(closed), 0);
      const isRoot = process.geteuid?.() === 0;
      // Root may read everything.
      if (isRoot) process.seteuid?.(unprivileged);
      try {
        const error = await rejectionOf(read(file('a')));
        expect(error).to.have.property('code', 'EACCES');
        expect(isMachineFault(error)).to.equal(true);
      } finally {
        if (isRoot) process.seteuid?.(0);
        chmodSync(inFolder(closed), 0o700);
      }
    });
  }

  it('reads files in few chunks', async () => {
    writeFileSync(inFolder('one/large'), Buffer.alloc(1_500_000));
    const { body } = await openSource(placeOf(file('large')), 'ann', signal);
    const sizes: number[] = [];
    for await (const chunk of body) sizes.push((chunk as Buffer).length);
    expect(sizes).to.deep.equal([1_048_576, 451_424]);
  });

  for (const path of ['out', 'up/secret', 'none', 'deep', 'a/more', '../secret', 'n'.repeat(300)]) {
    it(`finds no source at ${path.slice(0, 20)}`, async () => {
      const error = await rejectionOf(read(file(path)));
      expect(error).to.include({ code: 'source_not_found', message: 'The source does not exist.' });
    });
  }

  it('finds no source where a file is removed while it is looked for', async () => {
    const outcomes = new Set<unknown>();
    for (let turns = 0; turns < 30; turns += 1) {
      writeFileSync(inFolder('one/brief'), 'brief');
      const reading = read(file('brief')).catch((error: unknown) => error);
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      // What the look waits for ends meanwhile, and is heard of afterwards.
      for (let round = 0; round < 200; round += 1) statSync(inFolder('one/brief'));
      rmSync(inFolder('one/brief'));
      const outcome = await reading;
      outcomes.add(outcome instanceof ServiceError ? outcome.code : outcome);
    }
    expect(['brief', 'source_not_found']).to.include.members([...outcomes]);
  });

  it('tells when files and sources of the web were last changed', async () => {
    utimesSync(inFolder('one/a'), 1000, 2000);
    await read(file('a'));
    expect(modified).to.equal(2_000_000);
    await read({ kind: 'web', url: 'https://a' });
    expect(modified).to.equal(5000);
    await read({ kind: 'object', store: 's', key: 'there' });
    expect(modified).to.equal(undefined);
  });

  it('reads the web and stores', async () => {
    expect(await read({ kind: 'web', url: 'https://a' })).to.equal('web https://a');
    expect(await read({ kind: 'object', store: 's', key: 'there' })).to.equal('s there');
    const error = await rejectionOf(read({ kind: 'object', store: 's', key: 'gone' }));
    expect(error).to.include({ code: 'source_not_found' });
  });

  it('reads the source of an output of the same account, and of no other', async () => {
    const ids = [];
    for (const owner of ['ann', 'bob']) {
      const draft = outputs.draft();
      await draft.addSource(inFolder('one/a'));
      ids.push((await draft.publish(outputOf({ owner, cacheKey: '' }))).id);
    }
    expect(await read({ kind: 'output', id: ids[0] })).to.equal('of one');
    for (const id of [ids[1], 'unknown']) {
      const error = await rejectionOf(read({ kind: 'output', id }));
      expect(error).to.include({ code: 'source_not_found' });
    }
    await new Promise(setImmediate);
    expect(outputs.leases()).to.equal(0);
  });
});
