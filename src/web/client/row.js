import { hideImage, showFile } from './compare.js';
import { bytes, element, fill, percent, text, within } from './settings.js';

const [template, detailsTemplate] = ['picture', 'details'].map(
  (id) => /** @type {HTMLTemplateElement} */ (element(id)),
);

/**
 * Pictures are shown in rows that are in view, and dropped when they leave it, so that the memory of the page does not
 * grow with its list.
 * @type {WeakMap<Element, (isInView: boolean) => void>}
 */
const onView = new WeakMap();
const view = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) onView.get(target)?.(isIntersecting);
  },
  { rootMargin: '200px' },
);

/**
 * The row of one picture in the list.
 * @param {Readonly<{
 *   file: File,
 *   path: string,
 *   onAgain: () => void,
 *   onRemove: () => void,
 *   onDetails: (panel: HTMLElement) => void,
 * }>} options `onDetails` is called when the panel of the row is opened.
 */
export const createRow = ({ file, path: name, onAgain, onRemove, onDetails }) => {
  const copy = copyOf(template);
  const item = within(copy, '.picture', HTMLElement);
  const status = within(item, '.status', HTMLElement);
  const progress = within(item, 'progress', HTMLProgressElement);
  const sizes = within(item, '.bytes', HTMLElement);
  const saving = within(item, '.badge', HTMLElement);
  const again = within(item, '.again', HTMLButtonElement);
  const details = within(item, '.details', HTMLButtonElement);
  const download = within(item, '.download', HTMLAnchorElement);
  const remove = within(item, '.remove', HTMLButtonElement);
  const panel = within(item, '.panel', HTMLElement);
  const thumb = within(item, '.thumb img', HTMLImageElement);

  onView.set(item, (isInView) => {
    if (isInView) void showFile(thumb, file);
    else hideImage(thumb);
  });
  view.observe(item);
  within(item, '.name', HTMLElement).textContent = name;
  sizes.textContent = bytes(file.size);
  progress.setAttribute('aria-label', fill(text.progress, { name }));
  remove.setAttribute('aria-label', fill(text.remove, { name }));
  details.setAttribute('aria-label', fill(text.detailsName, { name }));
  download.setAttribute('aria-label', fill(text.downloadName, { name }));
  again.addEventListener('click', onAgain);
  remove.addEventListener('click', onRemove);
  /** @param {boolean} isOpen */
  const open = (isOpen) => {
    panel.replaceChildren(...(isOpen ? [copyOf(detailsTemplate)] : []));
    panel.hidden = !isOpen;
    details.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) onDetails(panel);
  };
  details.addEventListener('click', () => open(panel.hidden !== false));

  /** @param {'busy' | 'done' | 'failed'} state @param {string} words */
  const show = (state, words) => {
    status.textContent = words;
    status.classList.toggle('bad', state === 'failed');
    progress.classList.toggle('over', state !== 'busy');
    again.hidden = state !== 'failed';
    for (const part of [details, download]) part.hidden = state !== 'done';
    if (state === 'done') return;
    saving.hidden = true;
    open(false);
    sizes.textContent = bytes(file.size);
  };

  return {
    item,
    waiting: () => {
      progress.value = 0;
      show('busy', text.waiting);
    },
    /** @param {number} share Of the file that was sent, 0 to 1. */
    uploading: (share) => {
      progress.value = share;
      show('busy', share < 1 ? fill(text.uploading, { percent: percent(share) }) : text.working);
    },
    converting: () => {
      progress.value = 1;
      show('busy', text.converting);
    },
    /** @param {string} why */
    failed: (why) => show('failed', why),
    /** @param {number} size @param {string} address */
    done: (size, address) => {
      show('done', text.done);
      const saved = 1 - size / Math.max(file.size, 1);
      // As it is written, so that no picture saves 0 %.
      const isSmaller = saved >= 0.005;
      sizes.textContent = `${bytes(file.size)} → ${bytes(size)}`;
      saving.textContent = isSmaller ? `−${percent(saved)}` : text.notSmaller;
      saving.classList.toggle('saving', isSmaller);
      saving.hidden = false;
      download.href = address;
    },
    remove: () => {
      view.unobserve(item);
      item.remove();
    },
  };
};

/** @param {HTMLTemplateElement | undefined} from */
const copyOf = (from) => /** @type {DocumentFragment} */ (from?.content.cloneNode(true));
