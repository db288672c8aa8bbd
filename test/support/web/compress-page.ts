import type { Locator, Page } from 'playwright-core';

/** A file as a test gives it to a page. */
export type TestFile = Readonly<{ name: string; buffer: Buffer }>;

/** Chooses files as a person does in the window of the browser. */
export const choose = (page: Page, files: readonly TestFile[]): Promise<void> =>
  page
    .locator('#files')
    .setInputFiles(files.map((file) => ({ mimeType: 'application/octet-stream', ...file })));

/** Lets go of files over the page, or pastes them. What runs in the page is text, since its types are not those of Node. */
export const handOver = async (
  page: Page,
  how: 'drop' | 'paste',
  files: readonly TestFile[],
): Promise<void> => {
  const given = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }));
  await page.evaluate(`{
    const data = new DataTransfer();
    for (const { name, base64 } of ${JSON.stringify(given)}) {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
    const Type = ${how === 'drop' ? 'DragEvent' : 'ClipboardEvent'};
    document.body.dispatchEvent(new Type('${how}', options));
  }`);
};

/** Resolves when no picture is in work. */
export const finished = (page: Page): Promise<void> =>
  page.locator('#totals', { hasText: ', 0 in work' }).waitFor({ timeout: 60_000 });

/** The row of a picture. */
export const rowOf = (page: Page, name: string): Locator =>
  page.locator('.picture').filter({ has: page.getByText(name, { exact: true }) });

/** What the rows show, in their order. */
export const rowTexts = async (page: Page, part: string): Promise<readonly string[]> =>
  page.locator(`.picture ${part}`).allTextContents();
