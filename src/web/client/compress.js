import { onFiles } from './files.js';
import { message } from './message.js';
import { areValid, chosenOperation, onOptions, priceText } from './options.js';
import { createPicture } from './picture.js';
import { createSchedule } from './schedule.js';
import { bytes, element, fill, percent, settings, text, within } from './settings.js';

/**
 * @typedef {ReturnType<typeof createPicture>} Picture
 * @typedef {import('./files.js').Chosen} Chosen
 */

const work = element('work');
const list = element('pictures');
const [counts, savings] = ['span', 'strong'].map((name) =>
  within(element('totals'), name, HTMLElement),
);
const downloadAll = within(document, '#download-all', HTMLButtonElement);
const overall = within(document, '#overall', HTMLProgressElement);
const applyRow = element('apply-row');

/** In the order of the list. @type {Set<Picture>} */
const pictures = new Set();

const schedule = createSchedule({
  // One is sent while others are compressed, and a page does not take all places of the queue.
  atOnce: 3,
  onPause: (seconds) =>
    seconds === undefined ? message.signedOut(schedule.proceed) : message.paused(seconds),
  onContinue: message.hide,
});

/** @param {Picture} picture */
const begin = (picture, operation = chosenOperation()) => {
  const task = picture.begin(operation);
  if (task !== undefined) schedule.add(task);
};

/** @param {readonly Chosen[]} files @param {number} otherTypes */
const add = (files, otherTypes) => {
  if (!areValid()) return;
  const count = settings.mostPictures;
  const room = count - pictures.size;
  const skipped = files.length - room;
  if (otherTypes > 0) message.show(fill(text.otherTypes, { skipped: otherTypes }));
  if (skipped > 0) message.show(fill(text.tooMany, { count, skipped }));
  work.hidden = files.length + pictures.size === 0;
  for (const chosen of files.slice(0, room)) {
    const picture = createPicture(chosen, {
      onChange: () => showTotals(),
      onAgain: () => begin(picture),
      onRemove: () => remove(picture),
    });
    pictures.add(picture);
    list.append(picture.item);
    begin(picture);
  }
};

/** @param {Picture} picture */
const remove = (picture) => {
  pictures.delete(picture);
  picture.remove();
  work.hidden = pictures.size === 0;
  if (work.hidden) within(document, '#files', HTMLInputElement).focus();
  showTotals();
};

const showTotals = () => {
  const all = [...pictures];
  const done = all.filter((picture) => picture.state() === 'done');
  const failed = all.filter((picture) => picture.state() === 'failed').length;
  const working = all.length - done.length - failed;
  const total = done.reduce((sum, { file }) => sum + file.size, 0);
  const saved = total - done.reduce((sum, picture) => sum + (picture.result()?.size ?? 0), 0);
  if (counts !== undefined && savings !== undefined) {
    counts.textContent = fill(text.summary, { done: done.length, working, failed });
    savings.textContent =
      saved > 0
        ? fill(text.savings, {
            saved: bytes(saved),
            total: bytes(total),
            percent: percent(saved / total),
          })
        : '';
  }
  overall.value = all.length === 0 ? 0 : 1 - working / all.length;
  overall.classList.toggle('over', working === 0);
  downloadAll.disabled = done.length === 0;
  showPrice();
};

/** Pictures that other options would change. */
const changeable = () => {
  const operation = chosenOperation();
  return [...pictures].filter((picture) => picture.state() === 'done' && !picture.has(operation));
};

const showPrice = () => {
  const operation = chosenOperation();
  const changed = changeable();
  const price = changed.reduce((sum, picture) => sum + picture.price(operation), 0);
  applyRow.hidden = changed.length === 0;
  element('apply-price').textContent = fill(text.applyPrice, { price: priceText(price) });
};

onOptions(showPrice);
element('apply').addEventListener('click', () => {
  if (!areValid()) return;
  for (const picture of changeable()) begin(picture);
});
element('clear').addEventListener('click', () => {
  for (const picture of [...pictures]) remove(picture);
});
// The service makes the archive, which the browser saves as it comes, so that the page never holds it.
within(document, '#archive', HTMLFormElement).addEventListener('formdata', ({ formData }) => {
  for (const picture of pictures) {
    const path = picture.result()?.path;
    // A picture whose last attempt has failed may have an older result.
    if (picture.state() !== 'done' || path === undefined) continue;
    formData.append(path.replace('/web/output/', ''), picture.path);
  }
});
// The button that sends the form is for browsers without scripts.
element('upload').addEventListener('submit', (event) => event.preventDefault());
addEventListener('beforeunload', (event) => {
  if (schedule.isBusy()) event.preventDefault();
});
// A form that is sent without scripts has its options before its files.
element('options').before(element('drop'));
// At the end, since it begins with files that were chosen before.
onFiles(add);
