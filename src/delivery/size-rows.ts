import { framingTypes } from '../image/framing.ts';
import { has, type OptionRow } from './option-row.ts';
import { changed, type Options } from './options.ts';
import {
  readBoolean,
  readExtend,
  readGravity,
  readInteger,
  readNumber,
  readOneOf,
  readPositive,
} from './read-arguments.ts';

/** The options of size and cropping. */
export const sizeRows: readonly OptionRow[] = [
  {
    names: ['resize', 'rs'],
    args: 'type:width:height:enlarge:extend',
    most: 8,
    sets: 'resizing_type, width, height, enlarge and extend at once. Each may be left empty.',
    read: ([type, ...size], so) => sized(size, has(type) ? typed(type, so) : so),
  },
  {
    names: ['size', 's'],
    args: 'width:height:enlarge:extend',
    most: 7,
    sets: 'width, height, enlarge and extend at once. Each may be left empty.',
    read: (args, so) => sized(args, so),
  },
  {
    names: ['resizing_type', 'rt'],
    args: framingTypes.join(' or '),
    sets: 'fit: inside both sides. fill: covers both, and is cropped. fill-down: as fill, and a smaller source is cropped to the proportions. force: both sides as they are. auto: fill where source and result are both upright or both not, else fit.',
    read: ([type], so) => typed(type, so),
  },
  {
    names: ['width', 'w'],
    args: 'pixels',
    sets: 'The width. 0: in proportion to the height.',
    read: ([text], so) => ({ ...so, width: readInteger('width', text) }),
  },
  {
    names: ['height', 'h'],
    args: 'pixels',
    sets: 'The height. 0: in proportion to the width.',
    read: ([text], so) => ({ ...so, height: readInteger('height', text) }),
  },
  {
    names: ['dpr'],
    args: 'factor',
    sets: 'What width and height are multiplied by.',
    read: ([text], so) => ({ ...so, dpr: readPositive('dpr', text) }),
  },
  {
    names: ['enlarge', 'el'],
    args: 'boolean',
    sets: 'Whether a source that is smaller is made larger.',
    read: ([text], so) => ({ ...so, enlarge: readBoolean(text) }),
  },
  {
    names: ['gravity', 'g'],
    args: 'point:x:y, or sm, or fp:x:y',
    most: 3,
    sets: 'Which part stays: ce, no, so, ea, we, noea, nowe, soea or sowe, with offsets; sm: what draws attention; fp: around a point, in shares of the picture.',
    read: (args, so) => ({ ...so, gravity: readGravity('gravity', args) }),
  },
  {
    names: ['crop', 'c'],
    args: 'width:height:gravity',
    most: 5,
    sets: 'The part of the source that is used. A side below 1 is a share, 0 is all of it. Without a gravity, that of the option gravity.',
    read: ([width, height = '0', ...gravity], so) => {
      const part = {
        width: readNumber('crop', width, 0),
        height: readNumber('crop', height, 0),
        gravity: gravity.length === 0 ? undefined : readGravity('crop', gravity),
      };
      return { ...so, part: part.width === 0 && part.height === 0 ? undefined : part };
    },
  },
];

/** `width:height:enlarge:extend`, of which each may be empty. */
const sized = ([width, height, enlarge, ...extend]: readonly string[], so: Options): Options => ({
  ...(has(extend[0]) ? changed(so, { extend: readExtend('extend', extend) }) : so),
  ...(has(width) && { width: readInteger('width', width) }),
  ...(has(height) && { height: readInteger('height', height) }),
  ...(has(enlarge) && { enlarge: readBoolean(enlarge) }),
});

const typed = (text: string | undefined, so: Options): Options => ({
  ...so,
  type: readOneOf('resizing_type', text, framingTypes),
});
