import type { Setting, SettingRange } from '../encoder.ts';
import type { Look } from './look.ts';
import { meets, type SearchLimits, smallestTrial, type WrittenTrial } from './secant.ts';

/** The arguments that an encoder is run with: its usual ones, quicker ones for a first look, or better ones. */
type TrialEffort = 'draft' | 'usual' | 'best';

/** One encoding to make. */
export type Attempt = Readonly<{
  /** The step that proposed it. */
  step: StepName;
  /** Quality or scale; undefined for an encoder without one. */
  setting: number | undefined;
  variant: string | undefined;
  effort: TrialEffort;
  /** Of the sample tiles, or of the whole picture. */
  of: 'tiles' | 'whole';
  /** A result is made of that of a trial. */
  derived?: Derivation;
  /** Whether it is measured by all its pixels, or not at all; by its tiles, or as its type is, when absent. */
  measuredBy?: 'pixels' | 'nothing';
}>;

export type StepName =
  | 'asConfigured'
  | 'settings'
  | 'mergedColours'
  | 'repeatedColours'
  | 'bestEffort'
  | 'coarseAlpha'
  | 'wholePicture';

/** How one result is made of another: colours that become one or repeat, or alpha of fewer levels. */
export type Derivation = Readonly<{
  kind: 'merged-colours' | 'repeated-colours' | 'coarse-alpha';
  of: Trial;
  /** Errors in squared levels that one bit is worth; 0 where there is one way alone. */
  coarseness: number;
}>;

/** A file that an attempt gave. */
export type MadeFile = Attempt &
  Readonly<{
    file: string;
    bytes: number;
    /** Time of tools and of measuring, without waiting. */
    milliseconds: number;
    /** Its encoder warned about its input. */
    isWarned: boolean;
    /** Of its palette; undefined without one. */
    colours?: number | undefined;
  }>;

/** One that was measured. */
export type Trial = MadeFile &
  Readonly<{
    setting: number;
    look: Look & Readonly<{ colourLoss: number }>;
    /** By its look, what it is compared with the target by. */
    score: number;
  }>;

/** An attempt that gave nothing: its encoder declined, or the file is larger than another result. */
export type Refusal = Attempt & Readonly<{ refused: 'declined' | 'farLarger' }>;

/** What a search knows. Steps read it; the loop alone adds to `tried`. */
export type Scene = Readonly<{
  /** What the encoder produces. */
  mediaType: string;
  range: SettingRange;
  /** The setting that the configuration names. */
  configured: Setting;
  /** What trials are made with, one after the other; undefined stands for an encoder without variants. */
  variants: readonly (string | undefined)[];
  /** What the encoder has besides its usual command, and the picture allows. */
  has: Readonly<{ draft: boolean; best: boolean; coarserPalettes: boolean; coarseAlpha: boolean }>;
  of: Attempt['of'];
  /** Of the whole picture, and what one trial encodes of it. */
  pixels: number;
  trialPixels: number;
  /** Bytes of alpha that all results have; 0 where they have none apart. */
  alphaBytes: number;
  /** The score to reach. */
  target: number;
  limits: SearchLimits;
  /** Work for trials, in encodings of the whole picture. */
  budget: number;
  /** A palette that misses the target is refused, and is not needed as the only answer. */
  mayGiveUp: boolean;
  /** A result of more bytes is refused, whatever it scores, and is not needed as the only answer. */
  mostResultBytes: number;
  /** A trial with more bytes is pointless, since another result is far smaller. */
  mostTrialBytes: number;
  tried: readonly (MadeFile | Trial | Refusal)[];
}>;

/** What an encoder makes with the setting of the configuration. It is not measured. */
export const asConfigured: Step = {
  name: 'asConfigured',
  propose: ({ tried, configured: { value: setting, variant } }) =>
    tried.length > 0
      ? undefined
      : {
          step: 'asConfigured',
          setting,
          variant,
          effort: 'usual',
          of: 'whole',
          measuredBy: 'nothing',
        },
};

/** Proposes the next encoding; undefined when it wants none. It may be asked again after each. */
export type Step = Readonly<{
  name: StepName;
  propose: (scene: Scene) => Attempt | undefined;
}>;

export const isTrial = (one: Scene['tried'][number]): one is Trial => 'look' in one;

export const isRefusal = (one: Scene['tried'][number]): one is Refusal => 'refused' in one;

/** What attempts gave. */
export const madeOf = ({ tried }: Scene): readonly (MadeFile | Trial)[] =>
  tried.filter((one): one is MadeFile | Trial => !isRefusal(one));

/** The trials of a step. */
export const trialsOf = ({ tried }: Scene, step: StepName): readonly Trial[] =>
  tried.filter(isTrial).filter((one) => one.step === step);

/** Whether an attempt of a step was refused. */
export const hasRefusal = ({ tried }: Scene, step: StepName): boolean =>
  tried.some((one) => one.step === step && isRefusal(one));

/** The smallest of some trials that meets the target; undefined where none does. */
export const smallestGood = <T extends WrittenTrial>(
  trials: readonly T[],
  { range, target }: Pick<Scene, 'range' | 'target'>,
): T | undefined => {
  const smallest = smallestTrial(trials, range, target);
  return smallest && meets(smallest.score, target) ? smallest : undefined;
};
