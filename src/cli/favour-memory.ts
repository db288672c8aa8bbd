import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/**
 * From now on the collector of garbage favours little memory over speed, for commands that run for long. It is no flag of
 * the start: Node has compiled code of its own modules for the usual flags alone, and would compile them anew (50 ms). What
 * has been compiled is kept for later starts before, for the same reason.
 */
export const favourMemory = (): void => {
  flushCompileCache();
  setFlagsFromString('--optimize-for-size');
  // Else all of the heap is collected once it has grown by some 2 MB. Where requests are few, that was after each of
  // them, and took more CPU than the resize of a picture.
  setFlagsFromString('--heap-growing-percent=20');
};
