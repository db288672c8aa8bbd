import { html, type Html, type HtmlValue } from '../../html.ts';
import type { Frame } from '../../layout.ts';

type FieldOptions = Readonly<{
  name: string;
  /** Where another field of the page has the same name; else the name. */
  id?: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'number';
  value?: string | number | null | undefined;
  autocomplete?: string;
  hint?: string | undefined;
  isOptional?: boolean;
  minLength?: number;
  maxLength?: number;
  /** Has the focus when the page opens. */
  isFirst?: boolean;
}>;

/** A field of a form with its label. */
export const field = (options: FieldOptions): Html => {
  const { name, label, type = 'text', value, autocomplete = 'off', hint, isOptional } = options;
  const { id = name, minLength, maxLength, isFirst } = options;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${hint !== undefined && html`aria-describedby="${id}-hint"`}
      ${minLength !== undefined && html`minlength="${minLength}"`}
      ${maxLength !== undefined && html`maxlength="${maxLength}"`}
      ${type === 'number' && html`min="0" step="1" inputmode="numeric"`}
      ${isOptional !== true && html`required`}
      ${isFirst === true && html`autofocus`}
    />
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  </div>`;
};

/** A field of which one value is chosen: `chosen`, or the first. */
export const choice = (
  name: string,
  label: string,
  values: readonly (readonly [value: string, label: string])[],
  chosen?: string,
): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${values.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
  </div>`;

/** The fields of an account's name, address and password. */
export const nameField = ({ text }: Frame, value: string): Html =>
  field({
    ...{ name: 'name', label: text.fields.name, value, autocomplete: 'name', maxLength: 200 },
  });

export const emailField = ({ text }: Frame, value: string, isFirst = false): Html =>
  field({
    ...{ name: 'email', label: text.fields.email, type: 'email', value, autocomplete: 'username' },
    ...{ maxLength: 254, isFirst },
  });

export const newPasswordField = ({ text }: Frame, label = text.fields.password): Html =>
  field({
    ...{ name: 'password', label, type: 'password', autocomplete: 'new-password' },
    ...{ hint: text.fields.passwordHint, minLength: 10, maxLength: 1000 },
  });

export const passwordField = (name: string, label: string, isFirst = false): Html =>
  field({ name, label, type: 'password', autocomplete: 'current-password', isFirst });

/** A sentence that a screen reader reads when the page opens. */
export const problemOf = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="note problem" role="alert">${problem}</p>`;

export const noticeOf = (notice: string | undefined): Html | undefined =>
  notice === undefined ? undefined : html`<p class="note good" role="status">${notice}</p>`;

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** A form that is sent to `action` as `application/x-www-form-urlencoded`. */
export const formTo = (action: string, submit: string, ...content: readonly HtmlValue[]): Html =>
  html`<form class="stack" method="post" action="${action}">
    ${content}
    <div><button class="main">${submit}</button></div>
  </form>`;

/** Text with a button that copies it; the button appears where scripts run. */
export const copyable = ({ text }: Frame, id: string, value: string): Html =>
  html`<div class="copyable">
    <pre tabindex="0"><code id="${id}">${value}</code></pre>
    <button
      type="button"
      class="small"
      data-copy="${id}"
      data-copied="${text.actions.copied}"
      hidden
    >
      ${text.actions.copy}
    </button>
  </div>`;
