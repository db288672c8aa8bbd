import type { SettingRange } from '../encoder.ts';

/** How far a setting lies from the finest (0) to the coarsest (1), as steps are felt. */
export const placeOf = ({ finest, coarsest, steps }: SettingRange, setting: number): number => {
  const { felt } = scales[steps];
  return (felt(setting) - felt(finest)) / (felt(coarsest) - felt(finest));
};

/** The setting at a place. */
export const settingAt = ({ finest, coarsest, steps }: SettingRange, place: number): number => {
  const { felt, settingOf } = scales[steps];
  return settingOf(felt(finest) + place * (felt(coarsest) - felt(finest)));
};

type Scale = Readonly<{
  felt: (setting: number) => number;
  /** Qualities are rounded to whole numbers, since some encoders accept no others. */
  settingOf: (felt: number) => number;
}>;

const scales: Readonly<Record<SettingRange['steps'], Scale>> = {
  ratio: { felt: Math.log, settingOf: (felt) => Math.round(Math.exp(felt) * 100) / 100 },
  difference: { felt: (quality) => quality, settingOf: Math.round },
  // Of the best quality one is left.
  remainder: {
    felt: (quality) => Math.log(101 - quality),
    settingOf: (felt) => Math.round(101 - Math.exp(felt)),
  },
};
