/** Whether the settings of lossy encoders are chosen per image, or are those of the configuration. */
export type QualityMode = 'adaptive' | 'fixed';

/** How much CPU is spent on small results. */
export type Effort = 'fast' | 'balanced' | 'best';

/** How much results look like their source. */
export type Preset = 'archive' | 'high' | 'compact';

/** What the process that works on pixels makes itself (`lossyPng`). */
export type Builtin = 'lossy-png';

/** What `{effort}` stands for: a list of arguments for each of these that an encoder has. */
export type EncoderEffort =
  | 'balanced'
  /** In less time. */
  | 'fast'
  /** In the least time, for jobs under pressure. */
  | 'hurried'
  /** For the first trial of a search: in less time, with nearly the same score. */
  | 'draft'
  /** For the last trials of a search: in fewer bytes for some pictures. */
  | 'other'
  /** The same for `quality.effort` `best` alone. */
  | 'best'
  /** For a WebP of which the alpha alone is taken, without loss, and with fewer levels of alpha. */
  | 'alpha'
  | 'coarseAlpha';

/** A named command: what it reads and makes, and how it is run (design, section 6). */
export type Encoder = Readonly<{
  produces: string;
  reads: readonly string[];
  /**
   * Program and arguments. The arguments {effort} and {from} stand for lists. Others may hold {input}, {output},
   * {quality}, {colours}, {qtables}, {variant}, {scans}, {width}, {height}. Without {output} it prints the result.
   */
  command?: readonly string[];
  /** In the place of a command. */
  builtin?: Builtin;
  quality?: Quality;
  /** Options of libvips' saver, with which the run that makes pixels writes a result that is wanted at once. */
  save?: string;
  effort: Readonly<Partial<Record<EncoderEffort, readonly string[]>>>;
  /** What {from} stands for, by media type of what is read; not where time matters more than bytes. */
  from: Readonly<Record<string, readonly string[]>>;
  /** What {variant} may be: the first is the usual one; a search tries the next where one fails. */
  variants?: readonly string[];
  /** Competes in this mode alone. */
  mode?: QualityMode;
  lossless: boolean;
  animated: boolean;
  /** What exit codes mean that are no failure. */
  exit: Readonly<Record<string, 'declined' | 'warned'>>;
  /** Words on standard error that mean a truncated source. */
  damaged: readonly string[];
  /** Arguments that make it print its version. */
  version: readonly string[];
}>;

/** The usual quality, and between which ones it may be searched for. */
export type Quality = Readonly<{
  start: number;
  finest?: number;
  coarsest?: number;
  /** How a step is felt: a scale of quantisation by its ratio, a quality by its difference. */
  steps?: SettingRange['steps'];
}>;

/** Encoders and, for each output media type, the chains that compete for it. */
export type EncoderTable = Readonly<{
  encoders: Readonly<Record<string, Encoder>>;
  types: Readonly<Record<string, readonly (readonly string[])[]>>;
}>;

/** What is varied between runs of one encoder: its quality, and its variant. */
export type Setting = Readonly<{ value: number | undefined; variant: string | undefined }>;

/** Where an encoder's setting may lie: from the best look to the smallest file, whichever way that goes. */
export type SettingRange = Readonly<{
  finest: number;
  coarsest: number;
  /** Tried first: what usually meets the target. */
  start: number;
  /** How a step is felt: as a ratio, as a difference, or as a ratio of what is left to 100. */
  steps: 'ratio' | 'difference' | 'remainder';
  /** Points of the score between both ends, as long as there are not two trials to compute it from. */
  spread?: number;
  /** The same from scores above the target on. */
  spreadAbove?: number;
}>;

/** The setting that the configuration names. */
export const fixedSetting = ({ quality, variants }: Encoder): Setting => ({
  value: quality?.start,
  variant: variants?.[0],
});

/** Where the setting may lie that is searched for; undefined for an encoder with a fixed one. */
export const rangeOf = ({ quality }: Encoder): SettingRange | undefined => {
  const { start, finest, coarsest, steps = 'difference' } = quality ?? {};
  return start === undefined || finest === undefined || coarsest === undefined
    ? undefined
    : { finest, coarsest, start, steps };
};

/** Media type of planes of YUV 4:2:0 (BT.601, limited range), which the service makes for WebPs. */
export const planesType = 'image/x-yuv420';

export const readsPlanes = ({ reads }: Encoder): boolean => reads.includes(planesType);

/** Whether it makes palettes. What is built in makes PNGs of photographs. */
export const makesPalettes = ({ produces, lossless, builtin }: Encoder): boolean =>
  produces === 'image/png' && !lossless && builtin === undefined;

/** Whether it makes palettes of as many colours as it is told. */
export const countsColours = (encoder: Encoder): boolean =>
  makesPalettes(encoder) && uses(encoder.command ?? [], 'colours');

export const isForPhotographs = ({ builtin }: Pick<Encoder, 'builtin'>): boolean =>
  builtin === 'lossy-png';

/** Whether arguments hold a placeholder. */
export const uses = (args: readonly string[], name: string): boolean =>
  args.some((argument) => argument.includes(`{${name}}`));

/** The exit codes that mean this. */
export const exitCodes = (
  { exit }: Pick<Encoder, 'exit'>,
  meaning: 'declined' | 'warned',
): readonly number[] =>
  Object.entries(exit)
    .filter(([, each]) => each === meaning)
    .map(([code]) => Number(code));

/** How one run differs from others of an encoder. */
export type Run = Readonly<{
  effort?: EncoderEffort;
  /** Media type of what it reads; `image/png` stands for all pixels. */
  from?: string;
}>;

/** Program and arguments of one run, before names and numbers are filled in. */
export const commandOf = (
  { command = [], effort: lists, from: byType }: Encoder,
  { effort = 'balanced', from = 'image/png' }: Run = {},
): readonly string[] => {
  const own = lists[effort] ?? [];
  const ofInput = withoutInput.includes(effort) ? [] : (byType[from] ?? []);
  return command.flatMap((argument) =>
    argument === '{effort}' ? own : argument === '{from}' ? ofInput : [argument],
  );
};

/** Where time matters more than bytes, and for alpha alone. */
const withoutInput: readonly EncoderEffort[] = ['fast', 'hurried', 'alpha', 'coarseAlpha'];

/** What fills placeholders. */
type Filled = Readonly<{
  input: string;
  output: string;
  qtables: string;
  scans?: string;
  width?: number;
  height?: number;
  /** The most that a palette may have. */
  colours?: number | undefined;
}>;

/** The argument list of one run, program first. */
export const argvOf = (
  encoder: Encoder,
  { width, height, colours = allColours, ...names }: Filled,
  { value, variant }: Setting = fixedSetting(encoder),
  command = commandOf(encoder),
): readonly string[] =>
  filled(command, {
    ...names,
    width: String(width ?? ''),
    height: String(height ?? ''),
    colours: String(colours),
    quality: String(value ?? ''),
    variant: variant ?? '',
  });

/** Of a palette. */
const allColours = 256;

/** A command with names and numbers in the place of its placeholders. */
export const filled = (
  command: readonly string[],
  values: Readonly<Record<string, string>>,
): readonly string[] =>
  command.map((argument) =>
    argument.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole),
  );
