import type { Survey } from '../../../src/engine/scorer/protocol.ts';

/** A survey of a picture of many colours without slopes, and with the given facts. */
export const surveyOf = (facts: Partial<Survey> & Pick<Survey, 'measuredPixels'>): Survey => ({
  flatness: 0,
  fineColour: 0,
  brightness: 0.3,
  isTransparent: false,
  isSmooth: false,
  hasSoftAlpha: false,
  hasFewColours: false,
  ...facts,
});
