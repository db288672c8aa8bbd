import { message } from './message.js';
import { element, settings, text, within } from './settings.js';

/**
 * A file, and its path from the folder that it was chosen with; its name where it was chosen alone.
 * @typedef {Readonly<{ file: File, path: string }>} Chosen
 * @typedef {(files: readonly Chosen[], otherTypes: number) => void} Take
 */

/**
 * Calls `take` with files that are chosen, dropped anywhere on the page, or pasted, and with the number of files in
 * folders that are no pictures.
 * @param {Take} take
 */
export const onFiles = (take) => {
  const [files, folder] = ['#files', '#folder'].map((id) => within(document, id, HTMLInputElement));
  const zone = element('drop');
  for (const input of [files, folder]) {
    const takeChosen = () => {
      const chosen = [...(input?.files ?? [])].map(chosenOf);
      // The same file can be chosen again.
      if (input !== undefined) input.value = '';
      if (chosen.length > 0) takePictures(chosen, take);
    };
    input?.addEventListener('change', takeChosen);
    // They may have been chosen before this script was there.
    takeChosen();
  }
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    zone.classList.add('over');
  });
  document.addEventListener('dragleave', (event) => {
    // Without a related element, the pointer has left the window.
    if (event.relatedTarget === null) zone.classList.remove('over');
  });
  document.addEventListener('drop', async (event) => {
    zone.classList.remove('over');
    const { items, files: dropped = [] } = event.dataTransfer ?? {};
    if (dropped.length === 0) return;
    event.preventDefault();
    const plain = [...dropped];
    // Both are gone when this function first waits.
    const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
    if (!entries.some(({ isDirectory }) => isDirectory))
      return takePictures(plain.map(chosenOf), take);
    /** @type {Chosen[]} */
    const found = [];
    try {
      for (const entry of entries) for await (const one of filesBelow(entry)) found.push(one);
      takePictures(found, take);
    } catch {
      takePictures(found, take);
      message.show(text.unreadable);
    }
  });
  document.addEventListener('paste', ({ clipboardData }) => {
    const pasted = [...(clipboardData?.files ?? [])].map(chosenOf);
    if (pasted.length > 0) takePictures(pasted, take);
  });
};

/** @param {File} file @returns {Chosen} */
const chosenOf = (file) => ({ file, path: file.webkitRelativePath || file.name });

/**
 * Leaves out of folders what is no picture by its name, and what is hidden. A file that was chosen alone is always taken.
 * @param {readonly Chosen[]} chosen
 * @param {Take} take
 */
const takePictures = (chosen, take) => {
  const { types } = settings;
  const isTaken = (/** @type {Chosen} */ { file, path }) =>
    !path.includes('/') || (types.includes(file.type) && !file.name.startsWith('.'));
  const pictures = chosen.filter(isTaken);
  take(pictures, chosen.length - pictures.length);
};

/**
 * @param {FileSystemEntry} entry
 * @returns {AsyncGenerator<Chosen>}
 */
async function* filesBelow(entry) {
  // The classes of entries have other names in other browsers.
  if (entry.isFile) {
    const one = /** @type {FileSystemFileEntry} */ (entry);
    const file = /** @type {File} */ (
      await new Promise((resolve, reject) => one.file(resolve, reject))
    );
    yield { file, path: entry.fullPath.slice(1) };
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    // A reader gives a hundred at most, and none at its end.
    const entries = /** @type {FileSystemEntry[]} */ (
      await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
    );
    if (entries.length === 0) return;
    for (const below of entries) yield* filesBelow(below);
  }
}
