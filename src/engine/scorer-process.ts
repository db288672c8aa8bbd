/**
 * The process that measures results: kept apart from the server, whose memory it would fill and whose
 * requests it would hold up. Each line of standard input is a request, each of standard output its answer.
 */
import { createInterface } from 'node:readline';
import { createScorerWork, type ScorerRequest } from './scorer-work.ts';

const answerTo = createScorerWork();

createInterface({ input: process.stdin }).on('line', (line) => {
  const answer = answerTo(JSON.parse(line) as ScorerRequest);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
