import {
  type History,
  historyOf,
  type SearchResult,
  searchResultOf,
} from '../../image/search/search-result.ts';
import type { PressureReason, SearchStop } from '../../image/search/receipt.ts';
import { isNeeded, isOverBudget, skipReason } from '../../image/search/rules.ts';
import {
  type Attempt,
  isTrial,
  type MadeFile,
  type Refusal,
  type Scene,
  type Step,
  type Trial,
} from '../../image/search/step.ts';
import { declined } from '../race/run-chain.ts';
import { asFailure, ScorerFailure } from '../scorer/failure.ts';

/** What a search asks of the rest of the service. */
export type Work = Readonly<{
  /** Encodes and measures, or says why there is no result. */
  make: (scene: Scene, attempt: Attempt) => Promise<MadeFile | Trial | Refusal>;
  /** Why there is no time for another attempt, where the longest so far took so many milliseconds. */
  pressure: (attemptMs: number) => PressureReason | undefined;
}>;

/** The result of a search, why it has none, or that there is none which could be measured. */
export type SearchEnd = Readonly<{ isDegraded: boolean }> &
  (
    | Readonly<{ kind: 'found'; found: SearchResult }>
    | Readonly<{ kind: 'skipped'; reason: string; history: History }>
    | Readonly<{ kind: 'unmeasured' }>
  );

/**
 * Makes what the steps propose, one after the other: each is asked again until it wants nothing more, or there is a
 * reason to stop.
 * @throws whatever `make` throws, but a ScorerFailure.
 */
export const search = async (
  given: Scene,
  steps: readonly Step[],
  { make, pressure }: Work,
): Promise<SearchEnd> => {
  const tried = [...given.tried];
  const scene = { ...given, tried };
  let stopped: SearchStop | undefined;
  for (const { name, propose } of steps) {
    const reason = name === 'settings' ? undefined : skipReason(scene, 'settings');
    if (reason !== undefined) return skipped(reason, scene, stopped);
    for (let next = propose(scene); next !== undefined; next = propose(scene)) {
      const stop = whyStop(scene, next, pressure);
      stopped ??= stop;
      if (stop !== undefined) break;
      const one = await make(scene, next).catch(asFailure);
      if (one instanceof ScorerFailure) return unmeasured(scene, next, stopped, one);
      tried.push(one);
      const why = skipReason(scene, 'attempt');
      if (why !== undefined) return skipped(why, scene, stopped);
    }
  }
  return ended(scene, stopped);
};

const whyStop = (
  scene: Scene,
  next: Attempt,
  pressure: Work['pressure'],
): SearchStop | undefined => {
  if (isNeeded(scene, next)) return undefined;
  const longest = Math.max(0, ...scene.tried.filter(isTrial).map((one) => one.milliseconds));
  return pressure(longest) ?? (isOverBudget(scene, next) ? 'budget' : undefined);
};

/** Once the settings were measured, a search is complete without what would come. */
const unmeasured = (
  scene: Scene,
  next: Attempt,
  stopped: SearchStop | undefined,
  { isLasting }: ScorerFailure,
): SearchEnd => {
  const found = next.step === 'settings' ? undefined : searchResultOf(scene, stopped);
  const isDegraded = !isLasting || isHurried(stopped);
  return found === undefined
    ? { kind: 'unmeasured', isDegraded }
    : { kind: 'found', found, isDegraded };
};

const ended = (scene: Scene, stopped: SearchStop | undefined): SearchEnd => {
  const found = searchResultOf(scene, stopped);
  if (found === undefined) return skipped(declined, scene, stopped);
  return { kind: 'found', found, isDegraded: isHurried(stopped) };
};

const skipped = (reason: string, scene: Scene, stopped: SearchStop | undefined): SearchEnd => ({
  ...{ kind: 'skipped', reason, isDegraded: isHurried(stopped) },
  history: historyOf(scene, stopped),
});

const isHurried = (stopped: SearchStop | undefined): boolean =>
  stopped === 'pressure' || stopped === 'deadline';
