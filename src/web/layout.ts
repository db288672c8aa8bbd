import type { Assets, AssetName } from './assets.ts';
import { type Format, formatIn } from './format.ts';
import { html, type Html } from './html.ts';
import type { Text } from './text/en.ts';
import { type Language, textIn } from './text/languages.ts';

/** Whose page it is, as its head and navigation show it. */
export type Viewer = Readonly<{ name: string; isAdmin: boolean }>;

/** What all pages of one request have in common. */
export type Frame = Readonly<{
  language: Language;
  text: Text;
  format: Format;
  assetPath: Assets['path'];
  /** Undefined where nobody is signed in. */
  viewer: Viewer | undefined;
}>;

export const createFrame = (language: Language, assets: Assets): Frame => ({
  language,
  text: textIn(language),
  format: formatIn(language),
  assetPath: assets.path,
  viewer: undefined,
});

type Section = 'compress' | 'account' | 'admin';

type Layout = Readonly<{
  title: string;
  /** Part of the navigation that the page belongs to. */
  section?: Section;
  /** A script of the page, beside the common one. */
  script?: AssetName;
  /** A narrow column, for forms and messages. */
  isNarrow?: boolean;
  /** Further elements of the head. */
  head?: Html;
}>;

/** A whole page around `main`. The title is its heading too. */
export const layout = (
  frame: Frame,
  { title, section, script, isNarrow = false, head }: Layout,
  main: Html,
): string => {
  const { language, text, assetPath } = frame;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – shrinkd</title>
        <link rel="stylesheet" href="${assetPath('style.css')}" />
        <link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml" />
        <script type="module" src="${assetPath('common.js')}"></script>
        ${script !== undefined && html`<script type="module" src="${assetPath(script)}"></script>`}
        ${head}
      </head>
      <body>
        <a class="skip" href="#main">${text.nav.skip}</a>
        ${header(frame, section)}
        <main id="main" tabindex="-1" class="${isNarrow ? 'narrow' : ''}">
          <h1>${title}</h1>
          ${main}
        </main>
      </body>
    </html> `.toString();
};

const header = ({ text, viewer, assetPath }: Frame, section: Section | undefined): Html => {
  const link = (name: Section, path: string): Html =>
    html`<a href="${path}" ${section === name && html`aria-current="page"`}>${text.nav[name]}</a>`;
  return html`<header class="bar">
    <a class="brand" href="/"
      ><img src="${assetPath('icon.svg')}" alt="" width="24" height="24" />shrinkd</a
    >
    ${
      viewer !== undefined &&
      html`<nav aria-label="${text.nav.main}">
          ${link('compress', '/')} ${link('account', '/account')}
          ${viewer.isAdmin && link('admin', '/admin')}
        </nav>
        <form class="who" method="post" action="/signout">
          <span class="name">${viewer.name}</span>
          <button class="plain">${text.nav.signOut}</button>
        </form>`
    }
  </header>`;
};
