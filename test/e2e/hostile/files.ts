import { hostileAvifs } from './avifs.ts';
import type { HostileFile } from './file.ts';
import { hostileJpegs } from './jpegs.ts';
import { otherFiles } from './others.ts';
import { hostilePngs } from './pngs.ts';
import { hostileWebps } from './webps.ts';

/** Files made to harm, of every kind. */
export const hostileFiles: readonly HostileFile[] = [
  ...hostileJpegs,
  ...hostilePngs,
  ...hostileWebps,
  ...hostileAvifs,
  ...otherFiles,
];
