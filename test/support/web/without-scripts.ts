import type { Page } from 'playwright-core';
import { violationsOn } from './browser.ts';

type Violations = (rules?: readonly string[]) => Promise<readonly string[]>;

/**
 * Loads a page anew without its scripts, and resolves with a function that finds its violations as `violationsOn` does. axe-core is a script
 * as well, so that it cannot run in a context of `javaScriptEnabled: false`: scripts run while it works, and styles
 * for pages without them stay.
 */
export const withoutScripts = async (page: Page): Promise<Violations> => {
  const session = await page.context().newCDPSession(page);
  const disable = (value: boolean): Promise<unknown> =>
    session.send('Emulation.setScriptExecutionDisabled', { value });
  await disable(true);
  await page.reload();
  return async (rules) => {
    await disable(false);
    await page.evaluate(keepStyles);
    const violations = await violationsOn(page, rules);
    await disable(true);
    return violations;
  };
};

/** Text, since the types of a page are not those of Node. */
const keepStyles = `
  for (const sheet of document.styleSheets) {
    for (const { media } of sheet.cssRules) {
      if (media?.mediaText === '(scripting: none)') media.mediaText = 'all';
      if (media?.mediaText === '(scripting: enabled)') media.mediaText = 'not all';
    }
  }`;
