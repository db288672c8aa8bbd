import type { Setting } from './settings.ts';

/** The value of a text; undefined for an invalid one. Items of a list are separated by commas. */
export const valueOf = (setting: Setting, text: string): unknown => {
  switch (setting.kind) {
    case 'text':
      return text;
    case 'list':
      return text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    case 'boolean':
      return booleans.get(text.toLowerCase());
    case 'number': {
      if (setting.nullable && text === 'null') return null;
      const number = Number(text);
      return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
    }
    default:
      return setting.kind satisfies never;
  }
};

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
