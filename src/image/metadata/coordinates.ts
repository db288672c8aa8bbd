import type { Coordinate, Location, Rational } from './preserved.ts';

const maxLatitude = 90;

const highestDegrees = 180;

/** The location of two coordinates; undefined unless both exist and are within the globe. */
export const locationOf = (
  latitude: Coordinate | undefined,
  longitude: Coordinate | undefined,
): Location | undefined => {
  if (latitude === undefined || longitude === undefined) return undefined;
  const isPlace = isOn(latitude, 'NS', maxLatitude) && isOn(longitude, 'EW', highestDegrees);
  return isPlace ? { latitude, longitude } : undefined;
};

const isOn = (coordinate: Coordinate, refs: string, maxDegrees: number): boolean =>
  coordinate.ref.length === 1 &&
  refs.includes(coordinate.ref) &&
  degreesOf(coordinate) <= maxDegrees;

const degreesOf = ({ degrees, minutes, seconds }: Coordinate): number =>
  valueOf(degrees) + valueOf(minutes) / 60 + valueOf(seconds) / 3600;

const valueOf = ([numerator, denominator]: Rational): number => numerator / denominator;

/** XMP specification part 2, 1.2.7.4, GPSCoordinate: `52,13.5N` or `52,13,30N`; some write decimal seconds. */
const xmpCoordinate = /^(\d{1,3}),(\d{1,2}(?:\.\d{1,20})?)(?:,(\d{1,2}(?:\.\d{1,20})?))?([NSEW])$/;

/** The coordinate that an XMP property holds. */
export const xmpCoordinateOf = (text: string): Coordinate | undefined => {
  const [, degrees, minutes, seconds = '0', ref] = xmpCoordinate.exec(text.trim()) ?? [];
  if (degrees === undefined || minutes === undefined || ref === undefined) return undefined;
  const [d, m, s] = [rationalOf(degrees), rationalOf(minutes), rationalOf(seconds)];
  return { degrees: d, minutes: m, seconds: s, ref };
};

/** More decimals would not fit into 32 bits; the last one of a minute is 0.2 mm. */
const maxDecimals = 7;

const rationalOf = (text: string): Rational => {
  const [whole = '', decimals = ''] = text.split('.');
  const kept = decimals.slice(0, maxDecimals);
  return [Number(whole + kept), 10 ** kept.length];
};
