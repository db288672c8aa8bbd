/** Preloaded by a process (`--import`), it notes the address of each module in the file that LOADED_MODULES names. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) => {
    appendFileSync(process.env['LOADED_MODULES'] ?? '', `${url}\n`);
    return next(url, context);
  },
});
