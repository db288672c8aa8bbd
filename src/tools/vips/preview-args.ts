import type { Rectangle } from '../../image/rectangle.ts';

/** Arguments that make a WebP of an area, which looks as the area does. */
export const previewArgs = (input: string, output: string, area: Rectangle): readonly string[] => [
  'extract_area',
  input,
  `${output}[Q=95,strip]`,
  ...[area.left, area.top, area.width, area.height].map(String),
];
