/**
 * The process that measures results, apart from the server, whose memory it would fill and whose requests
 * it would delay. Each line of standard input is a request, each line of standard output its answer. The
 * first line of output says that the process is ready.
 */
import { createInterface } from 'node:readline';
import { readyLine, type ScorerRequest } from './protocol.ts';
import { createScorerWork, warmUp } from './work.ts';

warmUp();
const answerTo = createScorerWork();

process.stdout.write(`${readyLine}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const answer = answerTo(JSON.parse(line) as ScorerRequest);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
