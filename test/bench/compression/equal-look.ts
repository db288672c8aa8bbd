import { type Measured, ours, type Result } from './measure.ts';
import { geometricMean } from './statistics.ts';

/**
 * Our bytes over those that peers measured at several qualities would need for our scores: one line for
 * each group and peer. A picture's bytes at a score lie on the line through the two measured qualities
 * that are nearest to it in score, bytes on a logarithmic scale.
 */
export const equalLookLines = (measured: readonly Measured[]): readonly string[] =>
  [...Map.groupBy(measured, ({ task }) => task.group)].flatMap(([group, members]) =>
    [...new Set(members.flatMap(({ results }) => [...ladders(results).keys()]))].map((peer) => {
      const ratios = members.flatMap(({ results }) => ratioTo(results, peer));
      const ratio = ratios.length === 0 ? 'unknown' : geometricMean(ratios).toFixed(3);
      return `- ${group}: ${ratio} of ${peer} (${ratios.length} of ${members.length} pictures)`;
    }),
  );

type Results = ReadonlyMap<string, Result>;

/** Results of the same maker at several qualities, which its name ends with. */
const ladders = (results: Results): ReadonlyMap<string, readonly Result[]> => {
  const named = [...results].flatMap(([maker, result]) => {
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

const ratioTo = (results: Results, peer: string): readonly number[] => {
  const own = results.get(ours);
  const nearest = ladders(results)
    .get(peer)
    ?.toSorted((one, other) => distance(one, own) - distance(other, own));
  const [one, other] = nearest ?? [];
  if (own === undefined || one === undefined || other === undefined) return [];
  if (one.score === other.score) return [];
  const share = (own.score - one.score) / (other.score - one.score);
  const logBytes = (1 - share) * Math.log(one.bytes.length) + share * Math.log(other.bytes.length);
  // A picture on which quality hardly changes the score says nothing about equal looks.
  return share < -2 || share > 3 ? [] : [own.bytes.length / Math.exp(logBytes)];
};

const distance = (result: Result, own: Result | undefined): number =>
  Math.abs(result.score - (own?.score ?? 0));
