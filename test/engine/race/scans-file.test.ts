import { expect } from 'chai';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { scansText } from '../../../src/image/jpeg/scans.ts';
import { writeScans } from '../../../src/engine/race/scans-file.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('the file of scans', () => {
  const file = temporaryFolders();
  const written = async (input: string): Promise<string> => {
    await writeFile(file('input'), input);
    await writeScans(file('scans'), file('input'));
    return readFile(file('scans'), 'utf8');
  };

  it('has those for one component where the picture is grey', async () => {
    expect(await written('P6 1 1 255 ')).to.equal(scansText(false));
    expect(await written('P5 1 1 255 ')).to.equal(scansText(true));
  });

  it('is not written where a link leads', async () => {
    await writeFile(file('outside'), 'kept');
    await symlink(file('outside'), file('scans'));
    expect(await rejectionOf(written('P6 1 1 255 '))).to.include({ code: 'ELOOP' });
    expect(await readFile(file('outside'), 'utf8')).to.equal('kept');
  });
});
