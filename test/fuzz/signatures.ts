/** Random signatures, by hand: see `usage`. */
import { randomFillSync } from 'node:crypto';
import { parseArgs } from 'node:util';
import { AddressError } from '../../src/delivery/address-error.ts';
import { signerOf } from '../../src/delivery/signature.ts';
import { signedPathOf } from '../../src/delivery/target.ts';

const usage = `Usage: npm run fuzz:signatures -- [--count N]

Has addresses with random signatures checked as requests are, by one key pair and by two, and prints the CPU for
each. It ends with 1 where one is accepted, or where a refusal takes more than 50 microseconds.`;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit();
}
const count = Number(values.count);
const mostMicroseconds = 50;

const random = Buffer.alloc(64);
const bytes = (length: number): Buffer => randomFillSync(random).subarray(0, length);
const pairs = [1, 2].map(() => ({ key: Buffer.from(bytes(32)), salt: Buffer.from(bytes(32)) }));
const path = '/rs:fill:300:400/g:sm/plain/https://cdn.shop.example/pictures/shoe.png@webp';

for (const keys of [pairs.slice(0, 1), pairs]) {
  let accepted = 0;
  let others = 0;
  const before = process.cpuUsage();
  for (let index = 0; index < count; index += 1) {
    // Most have the right length; the others are shorter or longer.
    const signature = bytes(index % 4 === 0 ? index % 64 : 32).toString('base64url') || 'A';
    try {
      signerOf(keys, signedPathOf(`/img/${signature}${path}`, '/img'), 32);
      accepted += 1;
    } catch (error) {
      if (!(error instanceof AddressError && error.problem === 'forbidden')) others += 1;
    }
  }
  const { user, system } = process.cpuUsage(before);
  const each = (user + system) / count;
  console.log(
    `${count} signatures, ${keys.length} key pairs: ${accepted} accepted, ${each.toFixed(1)} µs of CPU each`,
  );
  if (accepted + others > 0 || each > mostMicroseconds) process.exitCode = 1;
}
