import { expect } from 'chai';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { recordBytesOf } from '../../src/outputs/entry-folder.ts';
import { createRecordReader } from '../../src/outputs/record-reader.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const isRecord = (value: unknown): value is string => typeof value === 'string';

describe('records of entries', () => {
  const inFolder = temporaryFolders();
  const { read, note } = createRecordReader(isRecord);
  const write = async (name: string, record: string): Promise<string> => {
    await mkdir(inFolder(name), { recursive: true });
    await writeFile(inFolder(`${name}/record.json`), recordBytesOf({ record, files: {} }));
    return inFolder(name);
  };

  it('are read once while their files stay as they are', async () => {
    const folder = await write('a', 'first');
    const first = await read(folder);
    expect(first.record).to.equal('first');
    expect(await read(folder)).to.equal(first);
    await utimes(`${folder}/record.json`, 1, 1);
    expect(await read(folder)).to.not.equal(first);
  });

  it('are not read after they were written, while their files stay as they are', async () => {
    const folder = await write('w', 'first');
    note(folder, { record: 'written', files: {} });
    expect(await read(folder)).to.deep.equal({ record: 'written', files: {} });
    await utimes(`${folder}/record.json`, 1, 1);
    expect(await read(folder)).to.deep.equal({ record: 'first', files: {} });
  });

  it('are read again when another one of the same length has come with the same time', async () => {
    const folder = await write('b', 'first');
    await utimes(`${folder}/record.json`, 1, 1);
    await read(folder);
    await write('b', 'other');
    await utimes(`${folder}/record.json`, 1, 1);
    expect((await read(folder)).record).to.equal('other');
  });

  it('are refused when they are damaged or gone after they were read', async () => {
    const folder = await write('c', 'first');
    await read(folder);
    const bytes = await readFile(`${folder}/record.json`);
    bytes[bytes.length - 4]! ^= 1;
    await writeFile(`${folder}/record.json`, bytes);
    expect(String(await rejectionOf(read(folder)))).to.contain('is not what was stored');
    await rm(`${folder}/record.json`);
    expect(await rejectionOf(read(folder))).to.include({ code: 'ENOENT' });
  });

  it('are kept for those that were used last', async () => {
    const folders = [];
    for (let index = 0; index < 513; index += 1) folders.push(await write(`d${index}`, 'some'));
    const [first, second] = [await read(folders[0]!), await read(folders[1]!)];
    await read(folders[0]!);
    for (const folder of folders.slice(2)) await read(folder);
    expect(await read(folders[0]!)).to.equal(first);
    expect(await read(folders[1]!)).to.not.equal(second);
  });
});
