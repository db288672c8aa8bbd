import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../../src/tools/find-program.ts';
import { toolsPath } from '../service/service.ts';

/**
 * Settings that put a JPEG encoder in place which sleeps `seconds` before it works, so that few CPUs can show what many
 * nodes do. The program is written to `folder`.
 */
export const sleepingEncoder = async (folder: string, seconds: number): Promise<object> => {
  const program = join(folder, 'sleeping-cjpeg');
  const cjpeg = findProgram('cjpeg', toolsPath) ?? 'cjpeg';
  await writeFile(program, `#!/bin/sh\nsleep ${seconds}\nexec ${cjpeg} "$@"\n`);
  await chmod(program, 0o755);
  return {
    encoders: {
      sleeping: {
        produces: 'image/jpeg',
        reads: ['image/jpeg', 'image/x-portable-pixmap'],
        command: [program, '-quality', '75', '-outfile', '{output}', '{input}'],
        version: ['-version'],
      },
    },
    types: { 'image/jpeg': [['sleeping']] },
    tools: { readable: [folder, cjpeg] },
  };
};
