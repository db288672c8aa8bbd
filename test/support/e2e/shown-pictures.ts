import type { Browser, Page } from 'playwright-core';
import type { Pixels } from '../image/pictures.ts';
import { launchBrowser } from '../web/browser.ts';

/** A Chromium that tells what it shows of a picture. */
export type Judge = Readonly<{
  /** Its pixels, or those of its first frame; undefined where it shows none, or less than all of it. */
  shown: (content: Uint8Array) => Promise<Pixels | undefined>;
  close: () => Promise<void>;
}>;

export const openJudge = async (): Promise<Judge> => {
  const browser: Browser = await launchBrowser();
  const page: Page = await browser.newPage();
  await page.evaluate(program);
  return {
    shown: async (content) => {
      const text = JSON.stringify(Buffer.from(content).toString('base64'));
      const seen = (await page.evaluate(`shown(${text})`)) as Seen | null;
      if (seen === null) return undefined;
      const { width, height, data } = seen;
      return { width, height, bands: 4, data: Buffer.from(data, 'base64') };
    },
    close: () => browser.close(),
  };
};

type Seen = Readonly<{ width: number; height: number; data: string }>;

/** Without a type, as browsers find it. */
const program = `
globalThis.shown = async (content) => {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([bytes]));
  try { await image.decode(); } catch { return null; }
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  const { data } = context.getImageData(0, 0, width, height);
  let text = '';
  for (const level of data) text += String.fromCharCode(level);
  return { width, height, data: btoa(text) };
};`;
