/** Whether the settings of lossy encoders are chosen per image, or are those of the configuration. */
export type QualityMode = 'adaptive' | 'fixed';

/** How much CPU is spent on small results. */
export type Effort = 'fast' | 'balanced' | 'best';

/** How much results look like their source. */
export type Preset = 'archive' | 'high' | 'compact';

/** What the process that works on pixels makes itself (`lossyPng`). */
export type Builtin = 'lossy-png';

/** A named command template: what it reads and makes, and how it is run (design, section 6). */
export type Encoder = Readonly<{
  produces: string;
  reads: readonly string[];
  /** Program and arguments with the placeholders {input}, {output}, {quality}, {scale}, {qtables}, {variant}. */
  command?: readonly string[];
  /** In the place of a command. */
  builtin?: Builtin;
  /**
   * Arguments that take less time, with the same program. With the placeholder {scans}, a file of a
   * JPEG's scans, they give the same pixels as `command`.
   */
  quickCommand?: readonly string[];
  /** Arguments that take the least time, with the same program; for jobs under pressure. */
  pressureCommand?: readonly string[];
  /** Arguments, with the same program, for a lossy source of the type that it produces, read directly. */
  lossySourceCommand?: readonly string[];
  /** Arguments, with the same program, that give fewer bytes for some pictures. For trials at the end of a search. */
  otherCommand?: readonly string[];
  /** Arguments that take less time and nearly reach the score of `command`. For the first trial of a search. */
  draftCommand?: readonly string[];
  /**
   * Arguments, with the same program, that read the colours of a picture as planes of YUV 4:2:0, with the
   * placeholders {width} and {height} besides. For searches; of a transparent picture with `alphaCommand`.
   */
  planesCommand?: readonly string[];
  /** Stands to `planesCommand` as `otherCommand` does to `command`. */
  otherPlanesCommand?: readonly string[];
  /** Arguments, with the same program, for a WebP of which the alpha alone is taken, without loss. */
  alphaCommand?: readonly string[];
  /** The same with fewer levels of alpha. For the last trial of a search. */
  coarseAlphaCommand?: readonly string[];
  quality?: number;
  scale?: number;
  /** Between which scales, or else qualities, one may be searched for per image. */
  search?: Readonly<{ finest: number; coarsest: number }>;
  /** What {variant} may be: the first is the usual one; a search tries the next where one fails. A picture with fine colour is tried as a JPEG from the second on. */
  variants?: readonly string[];
  /** Competes in this mode alone. */
  mode?: QualityMode;
  /** Competes only where large parts of the picture are flat; that is known in adaptive mode. */
  flatOnly?: boolean;
  /** Comes before palettes on a photograph, and after them on other pictures. */
  forPhotographs?: boolean;
  /** In adaptive mode, colours of its palettes repeat as far as the target allows. */
  repeatsColours?: boolean;
  lossless: boolean;
  losslessSourcesOnly: boolean;
  /** Has nothing to gain on a progressive JPEG. */
  baselineOnly?: boolean;
  animated: boolean;
  /** Reads PNGs of 16 bits a sample, and keeps more than 8 of them. */
  keepsDepth?: boolean;
  /** Exit codes that decline the work without being a failure. */
  declines: readonly number[];
  /** Exit codes by which it says that it read past damage; its result is taken. */
  warns: readonly number[];
  /** Words on standard error that mean a truncated source. */
  damaged: readonly string[];
  /** Arguments that make it print its version. */
  version: readonly string[];
}>;

/** Encoders and, for each output media type, the chains that compete for it. */
export type EncoderTable = Readonly<{
  encoders: Readonly<Record<string, Encoder>>;
  types: Readonly<Record<string, readonly (readonly string[])[]>>;
}>;

/** What fills the placeholders of a command. */
type CommandFiles = Readonly<{
  input: string;
  output: string;
  qtables: string;
  scans?: string;
  /** Of a picture that is read as planes. */
  width?: number;
  height?: number;
}>;

/** What is varied between runs of one encoder: its scale or else its quality, and its variant. */
export type Setting = Readonly<{ value: number | undefined; variant: string | undefined }>;

/** Where an encoder's setting may lie: from the best look to the smallest file, whichever way that goes. */
export type SettingRange = Readonly<{
  finest: number;
  coarsest: number;
  /** Tried first: what usually meets the target. */
  start: number;
  /** How a step is felt: a scale of quantisation by its ratio, a quality by its difference. */
  steps: 'ratio' | 'difference';
  /** Points of the score between both ends, as long as there are not two trials to compute it from. */
  spread?: number;
}>;

/** The setting that the configuration names. */
export const fixedSetting = ({ scale, quality, variants }: Encoder): Setting => ({
  value: scale ?? quality,
  variant: variants?.[0],
});

/** Where the setting may lie that is searched for; undefined for an encoder with a fixed one. */
export const rangeOf = (encoder: Encoder): SettingRange | undefined => {
  const { search, scale, quality } = encoder;
  const start = scale ?? quality;
  if (search === undefined || start === undefined) return undefined;
  return { ...search, start, steps: scale === undefined ? 'difference' : 'ratio' };
};

/** Whether the quick command takes its scans from an earlier run of the usual one. */
export const takesScans = ({ quickCommand = [] }: Encoder): boolean => hasScans(quickCommand);

export const hasScans = (command: readonly string[]): boolean =>
  command.some((argument) => argument.includes('{scans}'));

/** The argument list of one run of `encoder`, program first; of `command` where that is another one. */
export const argvOf = (
  encoder: Encoder,
  files: CommandFiles,
  setting = fixedSetting(encoder),
  command = encoder.command ?? [],
): readonly string[] => {
  const { scale, quality } = encoder;
  const { width, height, ...names } = files;
  const values: Readonly<Record<string, string>> = {
    ...names,
    width: String(width ?? ''),
    height: String(height ?? ''),
    quality: String((scale === undefined ? setting.value : quality) ?? ''),
    scale: String((scale === undefined ? undefined : setting.value) ?? ''),
    variant: setting.variant ?? '',
  };
  return command.map((argument) =>
    argument.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole),
  );
};

/** How a media type is decoded to pixels, to be looked at. */
export type Decoder = Readonly<{
  /** Program and arguments with the placeholders {input} and {output}. */
  command: readonly string[];
  /** The same with 16 bits a sample, where the type may have more than 8. */
  deepCommand?: readonly string[];
  /** Media type of its output: the first stands for PGM, PPM and PAM. */
  writes: 'image/x-portable-pixmap' | 'image/png';
  /** Exit codes by which it says that it read past damage; its pixels are taken. */
  warns: readonly number[];
  /** Arguments that make it print its version. */
  version: readonly string[];
}>;

/** The argument list of one run of a decoder's command, program first. */
export const decoderArgv = (
  command: Decoder['command'],
  files: Readonly<{ input: string; output: string }>,
): readonly string[] =>
  command.map((argument) =>
    argument.replaceAll('{input}', files.input).replaceAll('{output}', files.output),
  );
