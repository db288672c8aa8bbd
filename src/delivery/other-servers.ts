import { AddressError } from './address-error.ts';
import { percentDecoded, type SignedPath } from './target.ts';

/** The same requests as other servers of pictures take, as addresses without a signature. Both throw AddressError. */
export const otherServers = {
  /** Of Next.js, `/_next/image?url=&w=&q=`. It allows one of each (server/image-optimizer.ts). */
  next: (address: string, base: string): SignedPath => {
    const query = new URLSearchParams(address.slice(address.indexOf('?') + 1));
    const [url = '', width, quality] = parameters.map(([name, title, form, expected]) => {
      const [value = '', ...more] = query.getAll(name);
      if (value === '') throw refused(`${title} is required`);
      if (more.length > 0) throw refused(`${title} cannot be an array`);
      if (!form.test(value)) throw refused(`${title} ${expected}`);
      return value;
    });
    return addressOf([`w:${width}`, `q:${quality}`], sourceOf(url, base));
  },

  /** Of IPX, `/_ipx/MODIFIERS/ID` (src/server.ts). Modifiers that change the picture otherwise are refused. */
  ipx: (address: string, base: string): SignedPath => {
    const [path = ''] = address.split('?', 1);
    const [modifiers = '', ...id] = path.slice('/_ipx/'.length).split('/');
    const source = percentDecoded(id.join('/'), 'refused');
    if (modifiers === '') throw refused(`Modifiers are missing: ${source}`);
    if (source === '') throw refused(`Resource id is missing: ${path}`);
    const given = modifiers === '_' ? [] : modifiers.split(/[&,]/);
    const options = given.map((modifier) => {
      const [name = '', ...values] = modifier.split(/[:=_]/);
      return ipxOption(name, percentDecoded(values.join('_'), 'refused'));
    });
    // Where both sides are given, the picture covers them; a smaller one is cut to their proportions.
    return addressOf(['rt:fill-down', ...options], sourceOf(source, base));
  },
};

/** As Next.js names them in its errors, the form of each, and what it says of another one. */
const parameters = [
  ['url', '"url" parameter', /^(?!\/\/)/, 'cannot be a protocol-relative URL (//)'],
  ['w', '"w" parameter (width)', /^0*[1-9]\d*$/, 'must be an integer greater than 0'],
  ['q', '"q" parameter (quality)', /^0*([1-9]\d?|100)$/, 'must be an integer between 1 and 100'],
] as const;

const ipxOption = (name: string, value: string): string => {
  // Nothing else may get among the options of the address that is made of it.
  if (!/^\w*$/.test(value)) throw refused(`${name}: expected letters and digits`);
  const [width, height = width] = value.split('x');
  if (['s', 'resize'].includes(name)) return `s:${width}:${height}`;
  if (name === 'fit' && Object.hasOwn(fits, value)) return `rt:${fits[value]}`;
  if (sameOptions.includes(name)) return `${name.charAt(0)}:${value}`;
  throw refused(`${name}_${value} is not done here`);
};

/** Modifiers that are options of addresses too, where the first letter is a name of each. */
const sameOptions = ['w', 'width', 'h', 'height', 'f', 'format', 'q', 'quality'];

const fits: Readonly<Record<string, string>> = {
  cover: 'fill-down',
  inside: 'fit',
  fill: 'force',
};

/** A path is of the site that the service stands behind. */
const sourceOf = (url: string, base: string): string => {
  if (/^https?:\/\//.test(url)) return url;
  if (base === '') throw refused('"url" parameter is not allowed');
  return `${base}${url.replace(/^\//, '')}`;
};

const addressOf = (options: readonly string[], source: string): SignedPath => ({
  signature: 'unsafe',
  path: `/${options.join('/')}/plain/${encodeURIComponent(source)}`,
});

const refused = (message: string): AddressError => new AddressError('refused', message);
