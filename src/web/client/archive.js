import { entryNames } from './file-name.js';
import { text } from './settings.js';

/** @typedef {import('./picture.js').Result} Result */

/**
 * Saves all results as one archive. The pictures are stored in it as they are, since they are compressed.
 * @param {readonly Result[]} results
 */
export const saveAll = async (results) => {
  const { downloadZip } = await /** @type {Promise<typeof import('client-zip')>} */ (
    import(new URL('client-zip.js', import.meta.url).href)
  );
  const names = entryNames(results.map(({ name }) => name));
  const entries = async function* () {
    for (const [index, result] of results.entries()) {
      yield { name: names[index] ?? '', input: result.blob ?? (await download(result.address)) };
    }
  };
  const archive = await downloadZip(entries()).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(archive);
  link.download = text.zipName;
  link.click();
  // The browser has read the address by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** @param {string} address */
const download = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer;
};
