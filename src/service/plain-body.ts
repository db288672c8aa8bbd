import { isObject } from '../schema.ts';

/**
 * A JSON body in its normal form: without nulls; without a side of 0 beside the other side, since some clients
 * cannot omit it; and with the method `scale` where a single side is given without a method.
 */
export const plainBody = (body: unknown): unknown => {
  const plain = withoutNulls(body, levels);
  return isObject(plain) && isObject(plain['resize'])
    ? { ...plain, resize: plainResize(plain['resize']) }
    : plain;
};

/** Depth of the known fields: the body, its option objects, and the headers of an object to store. */
const levels = 3;

const withoutNulls = (value: unknown, depth: number): unknown =>
  isObject(value) && depth > 0
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, inner]) =>
          inner === null ? [] : [[name, withoutNulls(inner, depth - 1)]],
        ),
      )
    : value;

const plainResize = (resize: Readonly<Record<string, unknown>>): object => {
  const { width, height, ...others } = resize;
  const sides = Object.entries({ width, height }).filter(([, side]) => side !== undefined);
  const given = sides.filter(([, side]) => side !== 0);
  // Without another side, the schema reports 0.
  if (given.length === 0) return resize;
  const method = given.length === 1 ? { method: 'scale' } : {};
  return { ...method, ...others, ...Object.fromEntries(given) };
};
