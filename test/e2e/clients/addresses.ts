import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';

/** Loaded when a test runs, since the packages are installed for tests alone. */
const load = (name: string): unknown => createRequire(import.meta.url)(name);

/** How addresses are made and signed. Key and salt are hexadecimal digits. */
type Endpoint = Readonly<{ baseUrl: string; key: string; salt: string }>;

type Step = (...args: readonly unknown[]) => Chain;
type Chain = Readonly<Record<string, Step>> &
  Readonly<{ generateUrl: (source: string) => string; build: (options: object) => string }>;

/** What a published program makes, unchanged: an address of 300 x 200 pixels in a type. */
type AddressMaker = Readonly<{
  title: string;
  mediaType: string;
  make: (endpoint: Endpoint, source: string) => string;
}>;

export const addressMakers: readonly AddressMaker[] = [
  {
    title: '@imgproxy/imgproxy-node',
    mediaType: 'image/webp',
    make: ({ baseUrl, key, salt }, source) => {
      const { generateImageUrl } = load('@imgproxy/imgproxy-node') as {
        generateImageUrl: (options: object) => string;
      };
      const size = { resizing_type: 'fill', width: 300, height: 200, gravity: { type: 'sm' } };
      const options = { ...size, quality: 80, format: 'webp' };
      return generateImageUrl({ endpoint: baseUrl, url: source, options, key, salt });
    },
  },
  {
    title: 'imgproxy',
    mediaType: 'image/avif',
    make: (endpoint, source) => {
      const { default: Imgproxy } = load('imgproxy') as {
        default: new (options: object) => Readonly<{ builder: () => Chain }>;
      };
      const builder = new Imgproxy({ ...endpoint, encode: true }).builder();
      return builder['resize']!('fill', 150, 100, 0)['gravity']!('no')['dpr']!(2)['format']!(
        'avif',
      ).generateUrl(source);
    },
  },
  {
    title: '@bitpatty/imgproxy-url-builder',
    mediaType: 'image/jpeg',
    make: ({ baseUrl, key, salt }, source) => {
      const { default: builder } = load('@bitpatty/imgproxy-url-builder') as {
        default: () => Chain;
      };
      return builder()['resize']!({ type: 'fill', width: 300, height: 200 })['format']!('jpg')[
        'quality'
      ]!(70)['cacheBuster']!('v1').build({ path: source, baseUrl, signature: { key, salt } });
    },
  },
  {
    title: '@imgproxy/imgproxy-js-core',
    mediaType: 'image/png',
    make: ({ baseUrl, key, salt }, source) => {
      const { generateUrl } = load('@imgproxy/imgproxy-js-core') as {
        generateUrl: (url: object, options: object) => string;
      };
      const size = { resizing_type: 'fill', width: 300, height: 200, format: 'png' };
      // It leaves the signature to the packages that stand on it.
      const path = generateUrl({ value: source, type: 'plain' }, size);
      const signature = createHmac('sha256', Buffer.from(key, 'hex'))
        .update(Buffer.from(salt, 'hex'))
        .update(path);
      return `${baseUrl}/${signature.digest('base64url')}${path}`;
    },
  },
];
