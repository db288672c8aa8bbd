import { viewOf, type ByteSource } from '../bytes.ts';
import { chunksOf } from './chunks.ts';

/** The durations of the frames, and how often they are repeated. */
export type Timing = Readonly<{
  /** Of each frame, in milliseconds. */
  durationsMs: readonly number[];
  /** How often the animation is played; 0 means without end. */
  loops: number;
}>;

/** A background colour comes before the number of loops. */
const loopsOffset = 4;

/**
 * The timing of an animated WebP. Throws `decode_failed` for a damaged container. Source: RFC 9649,
 * section 2.7.1.1 (ANIM and ANMF).
 */
export const timingOf = (source: ByteSource): Timing => {
  const chunks = [...chunksOf(source)];
  const start = chunks.find(({ name }) => name === 'ANIM')?.data.read(loopsOffset, 2);
  return {
    durationsMs: chunks.filter(({ name }) => name === 'ANMF').map(({ data }) => durationOf(data)),
    loops: start?.length === 2 ? viewOf(start).getUint16(0, true) : 0,
  };
};

/** Position and size come before the duration; all numbers have three bytes. */
const durationOffset = 12;

const durationOf = (frame: ByteSource): number => {
  const [low = 0, middle = 0, high = 0] = frame.read(durationOffset, 3);
  return low + middle * 0x100 + high * 0x10000;
};
