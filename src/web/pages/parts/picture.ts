import { html, type Html } from '../../html.ts';
import type { Frame } from '../../layout.ts';
import { table } from './lists.ts';

/** One picture of the list, which the script copies and fills in. */
export const pictureTemplate = (frame: Frame): Html => {
  const { client } = frame.text;
  return html`<template id="picture">
    <li class="picture">
      <span class="thumb"><img alt="" width="48" height="48" decoding="async" hidden /></span>
      <div class="what">
        <span class="name"></span>
        <span class="status hint"></span>
        <progress max="1" value="0"></progress>
      </div>
      <div class="sizes"><span class="bytes"></span> <span class="badge" hidden></span></div>
      <div class="row actions">
        <button type="button" class="small again" hidden>${client.again}</button>
        <button type="button" class="small details" aria-expanded="false" hidden>
          ${client.details}
        </button>
        <a class="button small download" hidden>${client.download}</a>
        <button type="button" class="small plain remove" aria-label="">
          <span aria-hidden="true">×</span>
        </button>
      </div>
      <div class="panel" hidden></div>
    </li>
  </template>`;
};

/** The panel of a picture, which is made when it is opened, since a list may be long. */
export const detailsTemplate = (frame: Frame): Html =>
  html`<template id="details">${comparison(frame)}${receipt(frame)}</template>`;

const zooms = [1, 2, 4];

const comparison = ({ text, format }: Frame): Html => {
  const { client } = text;
  return html`<div class="compare">
      <div class="stage" tabindex="0" role="region" aria-label="${client.compare}">
        <div class="pair">
          <img class="after" alt="${client.after}" draggable="false" />
          <img class="before" alt="${client.before}" draggable="false" />
        </div>
      </div>
      <div class="line" aria-hidden="true"></div>
      <span class="tag left" aria-hidden="true">${client.before}</span>
      <span class="tag right" aria-hidden="true">${client.after}</span>
      <input class="cut" type="range" min="0" max="100" value="50" aria-label="${client.slider}" />
    </div>
    <div class="row zoom" role="group" aria-label="${client.zoom}">
      <button type="button" class="small" data-zoom="fit" aria-pressed="false">
        ${client.zoomFit}
      </button>
      ${zooms.map(
        (zoom) =>
          html`<button
            type="button"
            class="small"
            data-zoom="${zoom}"
            aria-pressed="${zoom === 1 ? 'true' : 'false'}"
          >
            ${format.percent(zoom)}
          </button>`,
      )}
      <span class="hint">${client.compareHint}</span>
    </div>
    <p class="hint differ" hidden>${client.sizesDiffer}</p>`;
};

const receipt = ({ text }: Frame): Html => {
  const { client } = text;
  const columns = [client.encoder, client.setting, client.size, client.likeness, client.outcome];
  return html`<section class="receipt">
    <h3>${client.receipt}</h3>
    <p class="how"></p>
    <div class="scroll" role="region" aria-label="${client.receipt}" tabindex="0" hidden>
      ${table(
        columns.map((column) => [column]),
        [],
        'wide',
      )}
    </div>
  </section>`;
};
