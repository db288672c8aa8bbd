/**
 * A node that counts once through the address named by its first argument, with the file of refused counts named by
 * its second one, prints how that ended, and then waits to be killed.
 */
import { openNode } from './counting.ts';

const [url = '', refundsPath = ''] = process.argv.slice(2);
const { counters } = await openNode({ url, refundsPath, tries: 1, deadlineMs: 4000 });
console.log('ready');
process.stdin.once('data', () => {
  counters.add('acct_a', 1, { requestId: 'one' }).then(
    (total) => console.log(`counted ${total}`),
    (error: unknown) => console.log(`refused ${String(error)}`),
  );
});
