import { element, within } from './settings.js';

/**
 * Calls `take` with files that are chosen, dropped anywhere on the page, or pasted.
 * @param {(files: readonly File[]) => void} take
 */
export const onFiles = (take) => {
  const input = within(document, '#files', HTMLInputElement);
  const zone = element('drop');
  const takeChosen = () => {
    const files = [...(input.files ?? [])];
    // The same file can be chosen again.
    input.value = '';
    if (files.length > 0) take(files);
  };
  input.addEventListener('change', takeChosen);
  // They may have been chosen before this script was there.
  takeChosen();
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    zone.classList.add('over');
  });
  document.addEventListener('dragleave', (event) => {
    // Without a related element, the pointer has left the window.
    if (event.relatedTarget === null) zone.classList.remove('over');
  });
  document.addEventListener('drop', (event) => {
    zone.classList.remove('over');
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  document.addEventListener('paste', ({ clipboardData }) => {
    const files = [...(clipboardData?.files ?? [])];
    if (files.length > 0) take(files);
  });
};
