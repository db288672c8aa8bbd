/** Requests with mistakes, by hand: see `usage`. */
import { startTemporaryService } from '../support/service/temporary-service.ts';
import { freePort } from '../support/ports.ts';
import { fuzzFlags } from './flags.ts';
import { createFuzzedRequests, requestConfig, requestFlags } from './fuzzed-requests.ts';

const usage = `Usage: npm run fuzz:requests -- [--seed N] [--count N] [--first N] [--in-flight N]

Sends forms, fields, JSON, uploads, addresses of pictures, headers and frames of HTTP/2 with mistakes to a service of its own, and
ends with 1 at the first slice that has a fault. The same seed makes the same cases, but for the pictures.`;

const { seed, count, first, inFlight } = fuzzFlags(usage);
const sliceSize = 2000;

const service = await startTemporaryService(
  requestFlags(await freePort()),
  undefined,
  requestConfig,
);
const fuzzed = await createFuzzedRequests(service);
const startedAt = performance.now();
let faults: readonly string[] = [];
let sent = 0;
while (sent < count && faults.length === 0) {
  const slice = Math.min(sliceSize, count - sent);
  faults = await fuzzed.send(seed, first + sent, slice, inFlight);
  sent += slice;
  console.log(`${sent} sent, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}
const seconds = (performance.now() - startedAt) / 1000;
console.log(`${sent} requests in ${seconds.toFixed(0)} s: ${fuzzed.summary()}`);
for (const fault of faults.slice(0, 30)) console.log(`  ${fault}`);
if (faults.length > 0) {
  for (const line of service.log().slice(-30)) console.log(JSON.stringify(line));
  process.exitCode = 1;
}
fuzzed.close();
await service.stopAndRemove();
