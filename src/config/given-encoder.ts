import type { Decoder } from '../image/decoder.ts';
import type { Encoder, Preset, Quality } from '../image/encoder.ts';

/** Arguments as they are configured: one text, or a list. */
type Arguments = string | readonly string[];

type Lists<Names> = Readonly<{ [Name in keyof Names]?: Arguments }>;

type GivenQuality = number | Partial<Quality>;

/** An encoder as it is configured. */
export type GivenEncoder = Omit<
  Partial<Encoder>,
  'command' | 'quality' | 'effort' | 'from' | 'version'
> &
  Pick<Encoder, 'produces' | 'reads'> &
  Readonly<{
    command?: Arguments;
    quality?: GivenQuality;
    effort?: Lists<Encoder['effort']>;
    from?: Lists<Encoder['from']>;
    version?: Arguments;
    /** What each preset replaces. */
    presets?: Readonly<
      Partial<
        Record<Preset, Readonly<{ quality?: GivenQuality; effort?: Lists<Encoder['effort']> }>>
      >
    >;
  }>;

/** A decoder as it is configured. */
export type GivenDecoder = Omit<Partial<Decoder>, 'command' | 'version'> &
  Readonly<{ command: Arguments; version?: Arguments }>;

/** The encoder with all its fields, as it is run with a preset. */
export const encoderOf = ({ presets, ...given }: GivenEncoder, preset: Preset): Encoder => {
  const { command, quality, variants, mode, builtin, save } = given;
  const replaced = presets?.[preset];
  const qualities = { ...partsOf(quality), ...partsOf(replaced?.quality) };
  return {
    produces: given.produces,
    reads: given.reads,
    ...(command !== undefined && { command: listOf(command) }),
    ...(builtin !== undefined && { builtin }),
    ...(isQuality(qualities) && { quality: qualities }),
    ...(save !== undefined && { save }),
    effort: listsOf({ ...given.effort, ...replaced?.effort }),
    from: listsOf(given.from ?? {}),
    ...(variants !== undefined && { variants }),
    ...(mode !== undefined && { mode }),
    lossless: given.lossless ?? false,
    animated: given.animated ?? false,
    exit: given.exit ?? {},
    damaged: given.damaged ?? [],
    version: listOf(given.version ?? '--version'),
  };
};

/** The decoder with all its fields. */
export const decoderOf = (given: GivenDecoder): Decoder => ({
  command: listOf(given.command),
  writes: given.writes ?? 'image/x-portable-pixmap',
  exit: given.exit ?? {},
  version: listOf(given.version ?? '--version'),
});

/** A text is split at spaces. Placeholders are filled later, so that no name of a file is. */
const listOf = (given: Arguments): readonly string[] =>
  typeof given === 'string' ? given.split(' ').filter((word) => word !== '') : given;

const listsOf = <Names extends string>(
  given: Readonly<Partial<Record<Names, Arguments>>>,
): Readonly<Record<Names, readonly string[]>> =>
  Object.fromEntries(
    Object.entries<Arguments | undefined>(given).map(([name, args]) => [name, listOf(args ?? [])]),
  ) as Readonly<Record<Names, readonly string[]>>;

const partsOf = (given: GivenQuality = {}): Partial<Quality> =>
  typeof given === 'number' ? { start: given } : given;

const isQuality = (parts: Partial<Quality>): parts is Quality => parts.start !== undefined;
