/** A named command template: what it reads and makes, and how it is run (design, section 6). */
export type Encoder = Readonly<{
  produces: string;
  reads: readonly string[];
  /** Program and arguments with the placeholders {input}, {output}, {quality}, {scale}, {qtables}. */
  command: readonly string[];
  quality?: number;
  scale?: number;
  lossless: boolean;
  losslessSourcesOnly: boolean;
  animated: boolean;
  /** Exit codes that decline the work without being a failure. */
  declines: readonly number[];
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
export type CommandFiles = Readonly<{ input: string; output: string; qtables: string }>;

/** The argument list of one run of `encoder`, program first. */
export const argvOf = (encoder: Encoder, files: CommandFiles): readonly string[] => {
  const values: Readonly<Record<string, string>> = {
    ...files,
    quality: String(encoder.quality ?? ''),
    scale: String(encoder.scale ?? ''),
  };
  return encoder.command.map((argument) =>
    argument.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole),
  );
};
