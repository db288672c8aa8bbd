import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Context } from 'mocha';
import { needsPrograms } from '../../e2e/clients/keyless-programs.ts';
import { root } from '../deploy/programs.ts';
import { pair } from './delivering.ts';
import { needs } from './programs.ts';

/** What makes addresses: a file of `deploy/delivery/`, or a published library, unchanged. */
type AddressProgram = Readonly<{
  title: string;
  /** Leaves the test out where the language is missing. */
  check: (test: Context) => void;
  /** An address of a picture that is 300 pixels wide, and 200 or 199.9 high. `baseUrl`: with the prefix. */
  make: (source: string, baseUrl: string) => Promise<string>;
  mediaType: string;
}>;

const webp = 'image/webp';
const present = (): void => undefined;

/** Settings as the recipes read them. */
const variablesOf = (baseUrl: string) => ({
  ...{ IMAGES_URL: baseUrl, IMAGES_KEY: pair.key, IMAGES_SALT: pair.salt },
});

const printed = async (program: string, args: readonly string[], baseUrl: string) => {
  const env = { ...process.env, ...variablesOf(baseUrl) };
  return (await promisify(execFile)(program, args, { env })).stdout.trim();
};

const recipe = (name: string): string => join(root, 'deploy/delivery', name);
const client = (path: string): string => join(root, 'test/e2e', path);

/** What Nuxt does with its configuration, and with a component of 300 x 200 pixels that covers them. */
const nuxtAddress = async (source: string): Promise<string> => {
  Object.assign(globalThis, { defineNuxtConfig: (config: unknown) => config });
  // As it is read at each start of Nuxt.
  const { default: config } = await import(`${recipe('nuxt.config.js')}?${Math.random()}`);
  const provider = 'clients/node_modules/@nuxt/image/dist/runtime/providers/imgproxy.js';
  const { default: create } = await import(client(provider));
  const modifiers = { width: 300, height: 200, fit: 'cover', format: 'webp', quality: 70 };
  return create().getImage(source, { modifiers, ...config.image.imgproxy }).url;
};

const inProcess =
  (make: (source: string) => Promise<string>): AddressProgram['make'] =>
  (source, baseUrl) => {
    Object.assign(process.env, variablesOf(baseUrl));
    return make(source);
  };

export const addressPrograms: readonly AddressProgram[] = [
  {
    title: 'deploy/delivery/next-image-loader.js',
    check: present,
    make: inProcess(async (src) => {
      const { loader } = await import(recipe('next-image-loader.js'));
      return loader({ src, width: 300, quality: 75 });
    }),
    mediaType: 'image/jpeg',
  },
  {
    title: '@nuxt/image with deploy/delivery/nuxt.config.js',
    check: needsPrograms,
    make: inProcess(nuxtAddress),
    mediaType: webp,
  },
  {
    title: 'the gem imgproxy with deploy/delivery/imgproxy.rb',
    check: (test) => needs(test, 'ruby'),
    make: (source, baseUrl) =>
      printed('ruby', [client('ruby/imgproxy-address.rb'), source], baseUrl),
    mediaType: webp,
  },
  {
    title: 'deploy/delivery/image_address.php',
    check: (test) => needs(test, 'php'),
    make: (source, baseUrl) => {
      const script = `require $argv[1]; echo image_address($argv[2], 'rs:fill:300:200');`;
      return printed('php', ['-r', script, recipe('image_address.php'), source], baseUrl);
    },
    mediaType: 'image/jpeg',
  },
  {
    title: 'onliner/imgproxy-php',
    check: (test) => needs(test, 'php'),
    make: async (source, baseUrl) => {
      const path = await printed('php', [client('php/imgproxy-address.php'), source], baseUrl);
      return `${baseUrl}${path}`;
    },
    mediaType: 'image/avif',
  },
];
