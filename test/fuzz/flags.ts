import { parseArgs } from 'node:util';

/** Which cases a fuzzer sends, and how many at once. With `--help`, prints how it is used and ends the process. */
export const fuzzFlags = (usage: string) => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '2000' },
      first: { type: 'string', default: '0' },
      'in-flight': { type: 'string', default: '8' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit();
  }
  const { seed, count, first, 'in-flight': inFlight } = values;
  return {
    ...{ seed: Number(seed), count: Number(count) },
    ...{ first: Number(first), inFlight: Number(inFlight) },
  };
};
