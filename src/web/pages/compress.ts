import { html, type Html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import type { Text } from '../text/en.ts';
import { choice } from './parts/forms.ts';
import type { CompressSettings } from './parts/compress-settings.ts';
import { detailsTemplate, pictureTemplate } from './parts/picture.ts';
import { keptKinds, nameOfType, typeChoice } from './parts/picture-options.ts';

export type CompressPage = Omit<CompressSettings, 'text' | 'language' | 'maxUpload'> &
  Readonly<{
    /** Most pictures of the form, without scripts. */
    maxFiles: number;
    /** For people who have not signed in. */
    demo?: Demo | undefined;
  }>;

type Demo = Readonly<{
  picturesPerHour: number;
  /** What is offered to those without an account. */
  registration: 'closed' | 'invite' | 'approval' | 'open';
}>;

/**
 * `GET /` for a signed-in account. Without scripts, the form goes to `POST /web/form` as `multipart/form-data`
 * with the fields of the options and then `files`, which are read as they come. The script puts the files first.
 */
export const compressPage = (frame: Frame, page: CompressPage): string => {
  const { text, format, language } = frame;
  const { compress } = text;
  const { maxFiles, demo, ...own } = page;
  const { types, mostPictures, maxUploadBytes } = own;
  const maxUpload = format.limit(maxUploadBytes);
  const settings: CompressSettings = {
    ...own,
    text: clientTextOf(frame, demo),
    language,
    maxUpload,
  };
  const names = types.map(nameOfType).join(', ');
  const accepted = (most: number): string =>
    compress.accepted(format.count(most), maxUpload, names);
  return layout(
    frame,
    { title: compress.title, section: 'compress', script: 'compress.js' },
    html`${demo !== undefined && demoNote(frame, demo)}
      <form
        id="upload"
        method="post"
        action="/web/form"
        enctype="multipart/form-data"
        data-settings="${JSON.stringify(settings)}"
      >
        ${optionFields(frame, types)}
        <div class="drop" id="drop">
          <p>
            <span class="with-script">${compress.drop}</span>
            <label class="button main" for="files">${compress.choose}</label>
            <input id="files" name="files" type="file" multiple accept="${types.join(',')}" />
            <span class="with-script">
              <label class="button" for="folder">${compress.chooseFolder}</label>
              <input id="folder" type="file" webkitdirectory />
            </span>
          </p>
          <p class="hint with-script">${accepted(mostPictures)}</p>
          <p class="hint without-script">${accepted(maxFiles)}</p>
        </div>
        <div class="without-script">
          <p class="hint">${compress.noScriptHint}</p>
          <button class="main">${compress.noScriptSubmit}</button>
        </div>
      </form>
      ${pictureList(frame)} ${pictureTemplate(frame)} ${detailsTemplate(frame)}`,
  );
};

/** A demo has no account of its visitor, whose limit could be reached. */
const clientTextOf = ({ text }: Frame, demo: Demo | undefined): Text['client'] =>
  demo === undefined ? text.client : { ...text.client, limitReached: text.compress.demoUsedUp };

const demoNote = ({ text, format }: Frame, { picturesPerHour, registration }: Demo): Html => {
  const { compress, signIn } = text;
  return html`<div class="note">
    <p>${compress.demo(format.count(picturesPerHour))}</p>
    <div class="row">
      <a class="button small" href="/signin">${signIn.submit}</a>
      ${
        (registration === 'open' || registration === 'approval') &&
        html`<a class="button small" href="/register"
          >${registration === 'open' ? signIn.register : signIn.askForAccount}</a
        >`
      }
    </div>
  </div>`;
};

const optionFields = (frame: Frame, types: readonly string[]): Html => {
  const { compress } = frame.text;
  return html`<fieldset class="options" id="options">
    <legend>${compress.options}</legend>
    <div class="row">
      ${typeChoice(frame, types)} ${side('width', compress.width, compress.pixels)}
      ${side('height', compress.height, compress.pixels)}
      ${choice('method', compress.method, Object.entries(compress.methods))}
      ${choice('background', compress.background, [
        ['', compress.noBackground],
        ['white', compress.white],
        ['black', compress.black],
      ])}
    </div>
    <p class="hint">${compress.methodHint} ${compress.backgroundHint}</p>
    ${keptKinds(frame)}
    <div class="row with-script" id="apply-row" hidden>
      <button type="button" id="apply">${compress.apply}</button>
      <span class="hint" id="apply-price" role="status"></span>
    </div>
  </fieldset>`;
};

const side = (name: string, label: string, unit: string): Html =>
  html`<div class="field short">
    <label for="${name}">${label}</label>
    <input
      ${html`id="${name}" name="${name}" type="number" min="1" max="65535" step="1"`}
      inputmode="numeric"
      placeholder="${unit}"
      autocomplete="off"
    />
  </div>`;

/** What the script shows; it is hidden while there is no picture. */
const pictureList = ({ text }: Frame): Html => {
  const { compress, client } = text;
  return html`<div id="message" class="note" role="alert" hidden>
      <p></p>
      <span class="countdown" aria-hidden="true"></span>
      <div class="row">
        <a class="button" href="/signin" target="_blank">${client.signIn}</a>
        <button type="button" class="main">${client.continue}</button>
      </div>
    </div>
    <section id="work" aria-labelledby="pictures-title" hidden>
      <div class="row spread">
        <h2 id="pictures-title">${compress.pictures}</h2>
        <form id="archive" class="row" method="post" action="/web/zip" target="_blank">
          <button type="button" id="clear">${compress.clear}</button>
          <button id="download-all" class="main" disabled>${compress.downloadAll}</button>
        </form>
      </div>
      <p id="totals" role="status"><span></span> <strong></strong></p>
      <progress id="overall" max="1" value="0" aria-label="${compress.overall}"></progress>
      <ul id="pictures" class="pictures"></ul>
    </section>`;
};
