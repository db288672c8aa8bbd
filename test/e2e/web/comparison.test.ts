import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import type { Receipt } from '../../../src/image/search/receipt.ts';
import { photo } from '../../support/e2e/pictures.ts';
import { choose, finished, rowOf } from '../../support/web/compress-page.ts';
import { webService } from '../../support/web/web-service.ts';

describe('before and after', () => {
  const { service, signedIn } = webService();

  /** A page with the details of one picture. */
  const opened = async (options: Parameters<typeof signedIn>[1] = {}): Promise<Page> => {
    const page = await signedIn('/', options);
    await choose(page, [{ name: 'photo.jpg', buffer: photo }]);
    await finished(page);
    await page.getByRole('button', { name: 'Details of photo.jpg' }).click();
    await page.locator('.pair[style*="--shown"]').waitFor();
    return page;
  };
  const sliderOf = (page: Page): Locator =>
    page.getByRole('slider', { name: 'Position of the line between before and after' });
  /** Pixels of the first picture that are shown. */
  const shownOn = async (page: Page): Promise<number> =>
    Number(
      /--shown: ([\d.]+)px/.exec((await page.locator('.pair').getAttribute('style')) ?? '')?.[1],
    );

  it('are divided by a line that the arrow keys move', async () => {
    const page = await opened();
    const slider = sliderOf(page);
    const before = await shownOn(page);
    await slider.focus();
    for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('ArrowLeft');
    expect(await slider.inputValue()).to.equal('30');
    expect(await slider.getAttribute('aria-valuetext')).to.equal('30% before');
    expect(await shownOn(page)).to.be.lessThan(before - 100);
  });

  it('are divided by a line that the mouse drags', async () => {
    const page = await opened();
    await sliderOf(page).scrollIntoViewIfNeeded();
    const box = (await sliderOf(page).boundingBox())!;
    const middle = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, middle);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, middle, { steps: 5 });
    await page.mouse.up();
    expect(Number(await sliderOf(page).inputValue())).to.be.within(75, 85);
  });

  it('are divided by a line that a finger drags', async () => {
    const page = await opened({ hasTouch: true, viewport: { width: 400, height: 700 } });
    const slider = sliderOf(page);
    await slider.scrollIntoViewIfNeeded();
    const box = (await slider.boundingBox())!;
    const [y, from, to] = [box.y + box.height / 2, box.x + box.width / 2, box.x + box.width * 0.2];
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y }],
      });
    await touch('touchStart', from);
    for (let step = 1; step <= 5; step += 1)
      await touch('touchMove', from + ((to - from) * step) / 5);
    await touch('touchEnd');
    expect(Number(await slider.inputValue())).to.be.within(10, 30);
  });

  it('are shown pixel by pixel, enlarged, and as a whole', async () => {
    const page = await opened();
    const width = async (): Promise<number> =>
      (await page.locator('.pair .after').boundingBox())!.width;
    expect(await width()).to.equal(800);
    await page.getByRole('button', { name: '200%' }).click();
    expect(await width()).to.equal(1600);
    await page.getByRole('button', { name: 'Fit' }).click();
    expect(await width()).to.be.lessThan(800);
  });

  it('lie exactly above each other', async () => {
    const page = await opened();
    const [before, after] = await Promise.all(
      ['before', 'after'].map((name) => page.locator(`.pair .${name}`).boundingBox()),
    );
    expect(before).to.deep.equal(after);
  });

  it('are not laid above each other where their proportions differ', async () => {
    const page = await signedIn();
    await page.getByLabel('Width').fill('100');
    await page.getByLabel('Height').fill('100');
    await page.getByLabel('Method').selectOption('cover');
    await choose(page, [{ name: 'photo.jpg', buffer: photo }]);
    await finished(page);
    await page.getByRole('button', { name: 'Details of photo.jpg' }).click();
    await page.getByText('Before and after have different proportions').waitFor();
    expect(await page.locator('.compare').isVisible()).to.equal(false);
  });

  it('come with every candidate of the receipt', async () => {
    const page = await opened();
    const rows = page.locator('.receipt tbody tr');
    await rows.first().waitFor();
    const href = await rowOf(page, 'photo.jpg').getByRole('link').getAttribute('href');
    const answer = await page.request.get(`${service().url}${href!.split('?')[0]}/receipt`);
    const { candidates, winner } = (await answer.json()) as Receipt;
    const names = candidates.map(({ encoders }) =>
      encoders === 'source'
        ? 'the original, without its metadata'
        : encoders.replaceAll('+', ' + '),
    );
    expect(await rows.locator('th').allTextContents()).to.deep.equal(names);
    expect(await page.locator('.receipt tr.won th').textContent()).to.equal(winner);
  });

  it('show all columns of the receipt in 360 pixels, each with its name', async () => {
    const page = await opened();
    const cells = page.locator('.receipt tbody tr:first-child td');
    await cells.first().waitFor();
    await page.setViewportSize({ width: 360, height: 640 });
    const hidden = await page
      .locator('.receipt .scroll')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(hidden).to.equal(0);
    const names = await page.evaluate(
      '[...document.querySelectorAll(".receipt tbody tr:first-child td")].map((cell) => getComputedStyle(cell, "::before").content)',
    );
    expect(names).to.deep.equal(['"Setting"', '"Size"', '"Likeness"', '"Outcome"']);
  });
});
