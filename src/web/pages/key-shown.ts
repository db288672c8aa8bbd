import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { certificateHint } from './parts/certificate.ts';
import { copyable } from './parts/forms.ts';
import { curlSnippet, type SnippetOptions } from './parts/snippets.ts';

export type KeyShownPage = SnippetOptions &
  Readonly<{
    /** Whether the key works only when somebody has approved the account. */
    isWaiting?: boolean;
  }>;

/** The answer to a registration: the API key, and a command that tries it. */
export const keyShownPage = (frame: Frame, page: KeyShownPage): string => {
  const { keyShown, register } = frame.text;
  const { isWaiting = false } = page;
  return layout(
    frame,
    { title: isWaiting ? register.waiting : keyShown.title },
    html`<p class="lead">${isWaiting ? register.waitingHint : keyShown.lead}</p>
      <div class="key">${copyable(frame, 'key', page.key)}</div>
      <h2>${keyShown.try}</h2>
      ${copyable(frame, 'curl', curlSnippet(page), true)}
      ${page.hasOwnCertificate && certificateHint(frame)}
      ${!isWaiting && html`<p><a class="button main" href="/">${keyShown.goOn}</a></p>`}`,
  );
};
