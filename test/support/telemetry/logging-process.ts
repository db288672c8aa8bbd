/** A process that logs one line of each kind at the level and in the format of its arguments. */
import { createLog } from '../../../src/telemetry/log.ts';

const [level = '', format = ''] = process.argv.slice(2);
const { log } = await createLog({ level, format: format as 'auto' | 'json' | 'pretty' });
const secret = 'hunter2';
log.info({ requestId: 'r1', key: secret, request: { authorization: secret } }, 'with secrets');
for (const name of ['authorization', 'key', 'apiKey', 'token', 'secret', 'password']) {
  log.info({ [name]: secret, below: { [name]: secret } }, name);
}
log.debug('for developers');
log.error({ err: new Error('broken', { cause: new Error('its cause') }) }, 'failed');
