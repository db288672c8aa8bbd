/** Loaded before a program: at its end it writes what V8 makes of its flags, to a file named by its process. */
import { writeFileSync } from 'node:fs';
import { cachedDataVersionTag } from 'node:v8';

process.on('exit', () => {
  const { FLAGS_FOLDER: folder } = process.env;
  writeFileSync(`${folder}/flags-${process.pid}`, String(cachedDataVersionTag()));
});
