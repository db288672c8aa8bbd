import { mergedColours, repeatedColours } from './coarser-palettes.ts';
import { bestEffort, coarseAlpha } from './further-steps.ts';
import { settingSteps } from './settings.ts';
import type { Scene, Step } from './step.ts';
import { wholePicture } from './whole-picture.ts';

/** The steps of a search, in order. */
export const stepsOf = (scene: Scene): readonly Step[] => [
  ...settingSteps(scene),
  mergedColours,
  repeatedColours,
  bestEffort,
  coarseAlpha,
  wholePicture,
];
