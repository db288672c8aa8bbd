import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { form, hidden, passwordField, problemOf } from './parts/forms.ts';

export type ConfirmPage = Readonly<{
  /** Where the form goes: the path that was asked for. */
  action: string;
  /** Name and value of the fields that were sent, which are sent again. No passwords. */
  fields: readonly (readonly [name: string, value: string])[];
  /** Name of the field for the password. */
  passwordName: string;
  problem?: string | undefined;
}>;

/** Asks for the password again, where the sign-in is too old for what is to be done. */
export const confirmPage = (frame: Frame, page: ConfirmPage): string => {
  const { confirm, fields } = frame.text;
  return layout(
    frame,
    { title: confirm.title, isNarrow: true },
    html`<p class="lead">${confirm.lead}</p>
      ${problemOf(page.problem)}
      ${form(
        page.action,
        confirm.submit,
        page.fields.map(([name, value]) => hidden(name, value)),
        passwordField(page.passwordName, fields.password, true),
      )}`,
  );
};
