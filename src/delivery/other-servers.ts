import { AddressError } from './address-error.ts';
import { checkLength, type SignedPath } from './target.ts';

/** The same requests as other servers of pictures take, as addresses without a signature. Both throw AddressError. */
export const otherServers = {
  /** Of Next.js, `/_next/image?url=&w=&q=`. It allows one of each (server/image-optimizer.ts). */
  next: (target: string, base: string): SignedPath => {
    checkLength(target);
    const query = new URLSearchParams(target.slice(target.indexOf('?') + 1));
    const [url = '', width = '', quality = ''] = Object.entries(parameters).map(([name, title]) => {
      const [value = '', ...more] = query.getAll(name);
      if (value === '') throw refused(`${title} is required`);
      if (more.length > 0) throw refused(`${title} cannot be an array`);
      return value;
    });
    if (url.startsWith('//'))
      throw refused(`${parameters.url} cannot be a protocol-relative URL (//)`);
    if (!/^0*[1-9]\d*$/.test(width)) {
      throw refused(`${parameters.w} must be an integer greater than 0`);
    }
    if (!/^0*([1-9]\d?|100)$/.test(quality)) {
      throw refused(`${parameters.q} must be an integer between 1 and 100`);
    }
    return addressOf([`w:${width}`, `q:${quality}`], sourceOf(url, base));
  },

  /** Of IPX, `/_ipx/MODIFIERS/ID` (src/server.ts). Modifiers that change the picture otherwise are refused. */
  ipx: (target: string, base: string): SignedPath => {
    checkLength(target);
    const [path = ''] = target.split('?', 1);
    const [modifiers = '', ...id] = path.slice('/_ipx/'.length).split('/');
    const source = decoded(id.join('/'));
    if (modifiers === '') throw refused(`Modifiers are missing: ${source}`);
    if (source === '') throw refused(`Resource id is missing: ${path}`);
    const given = modifiers === '_' ? [] : modifiers.split(/[&,]/);
    const options = given.map((modifier) => {
      const [name = '', ...values] = modifier.split(/[:=_]/);
      return ipxOption(name, values.map(decoded).join('_'));
    });
    // Where both sides are given, the picture covers them; a smaller one is cut to their proportions.
    return addressOf(['rt:fill-down', ...options], sourceOf(source, base));
  },
};

/** As Next.js names them in its errors. */
const parameters = {
  url: '"url" parameter',
  w: '"w" parameter (width)',
  q: '"q" parameter (quality)',
};

const ipxOption = (name: string, value: string): string => {
  // Nothing else may get among the options of the address that is made of it.
  if (!/^\w*$/.test(value)) throw refused(`${name}: expected letters and digits`);
  const [width, height = width] = value.split('x');
  switch (name) {
    case 'w':
    case 'width':
      return `w:${value}`;
    case 'h':
    case 'height':
      return `h:${value}`;
    case 's':
    case 'resize':
      return `s:${width}:${height}`;
    case 'f':
    case 'format':
      return `f:${value}`;
    case 'q':
    case 'quality':
      return `q:${value}`;
    case 'fit': {
      if (Object.hasOwn(fits, value)) return `rt:${fits[value]}`;
    }
  }
  throw refused(`${name}_${value} is not done here`);
};

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

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused('The address is not percent-encoded UTF-8.');
  }
};

const refused = (message: string): AddressError => new AddressError('refused', message);
