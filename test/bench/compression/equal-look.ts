import { type Measured, ours, type Result } from './measure.ts';
import { geometricMean } from './statistics.ts';

/**
 * Our bytes over those that peers measured at several qualities would need for our scores: one line for
 * each group and peer.
 */
export const equalLookLines = (measured: readonly Measured[]): readonly string[] =>
  [...Map.groupBy(measured, ({ task }) => task.group)].flatMap(([group, members]) => {
    const ratios = members.map(equalLookRatios);
    return [...new Set(ratios.flatMap((of) => [...of.keys()]))].map((peer) => {
      const known = ratios.flatMap((of) => of.get(peer) ?? []);
      const ratio = known.length === 0 ? 'unknown' : geometricMean(known).toFixed(3);
      return `- ${group}: ${ratio} of ${peer} (${known.length} of ${members.length} pictures)`;
    });
  });

/** The same of one picture by peer; undefined where the peer's qualities say nothing about our score. */
export const equalLookRatios = ({
  results,
  rungs,
}: Pick<Measured, 'results' | 'rungs'>): ReadonlyMap<string, number | undefined> => {
  const own = results.get(ours);
  return new Map(
    [...ladders([...results, ...rungs])].map(([peer, steps]) => {
      const needed = own && bytesAt(efficient(steps), own.score);
      return [peer, needed && own.bytes.length / needed];
    }),
  );
};

/** Results of the same maker at several qualities, which its name ends with. */
const ladders = (
  results: readonly (readonly [string, Result])[],
): ReadonlyMap<string, readonly Result[]> => {
  const named = results.flatMap(([maker, result]) => {
    const [, name] = /^(.+) \d+$/.exec(maker) ?? [];
    return name === undefined ? [] : [{ name, result }];
  });
  const groups = [...Map.groupBy(named, ({ name }) => name)];
  return new Map(
    groups
      .filter(([, steps]) => steps.length > 1)
      .map(([name, steps]) => [name, steps.map(({ result }) => result)]),
  );
};

/** Without steps that another one beats in bytes and in score; from the lowest score to the highest. */
const efficient = (steps: readonly Result[]): readonly Result[] => {
  const kept: Result[] = [];
  const fromSmallest = steps.toSorted(
    (one, other) => one.bytes.length - other.bytes.length || other.score - one.score,
  );
  for (const step of fromSmallest) {
    if (step.score > (kept.at(-1)?.score ?? -Infinity)) kept.push(step);
  }
  return kept;
};

/** Points beyond the lowest and the highest step in which the line through the nearest two still counts. */
const mostBeyond = 1;

/**
 * Bytes at a score, on the line between the steps on both sides of it, bytes on a logarithmic scale.
 * Undefined where steps are too few, or far from it.
 */
const bytesAt = (steps: readonly Result[], score: number): number | undefined => {
  const above = steps.findIndex((step) => step.score >= score);
  const at = above === -1 ? steps.length - 1 : Math.max(1, above);
  const [one, other] = [steps[at - 1], steps[at]];
  if (one === undefined || other === undefined) return undefined;
  if (score < one.score - mostBeyond || score > other.score + mostBeyond) return undefined;
  const share = (score - one.score) / (other.score - one.score);
  return Math.exp((1 - share) * Math.log(one.bytes.length) + share * Math.log(other.bytes.length));
};
