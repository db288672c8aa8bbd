import { makeZip } from 'client-zip';
import { Readable } from 'node:stream';
import { hasCode } from '../../errors.ts';
import { openRange } from '../../http/body/image-file.ts';
import { accountOf } from '../../http/context.ts';
import type { ImageDescription } from '../../outputs/output.ts';
import type { Reader } from '../../service/download.ts';
import type { WebContext, WebMiddleware } from '../context.ts';
import { dispositionOf } from '../../http/disposition.ts';
import { createEntryNames } from '../file-name.ts';
import type { WebParts } from '../web-parts.ts';

/** A result that is held while it is sent. */
type ArchiveFile = Readonly<{ image: ImageDescription; path: string; release: () => void }>;

/**
 * `POST /web/zip`: results of the account as one archive, which is made while it is sent, so that neither the page nor
 * the service holds it. Each field of the form is a picture: its name is `<output>` or `<output>/result/<result>`, its
 * value the path in the archive. The pictures are stored as they are, since they are compressed. What has expired is
 * left out and named in a text file at the end.
 */
export const archiveRoute =
  (parts: WebParts): WebMiddleware =>
  async (ctx) => {
    const account = accountOf(ctx);
    await parts.rateLimits.take(account.id, account.requestsPerMinute);
    const { entries } = await parts.readForm(ctx);
    const { compress } = ctx.state.frame.text;
    const texts = { name: compress.missingFile, lead: compress.missing };
    const archive = Readable.from(makeZip(entriesOf(entries, account, parts, texts)));
    endWith(ctx, archive);
    ctx.body = archive;
    ctx.set('Content-Type', 'application/zip');
    ctx.set('Content-Disposition', dispositionOf('attachment', compress.zipName));
  };

const entriesOf = async function* (
  wanted: readonly (readonly [result: string, name: string])[],
  reader: Reader,
  parts: WebParts,
  missingTexts: Readonly<{ name: string; lead: string }>,
) {
  const entryName = createEntryNames();
  const missing: string[] = [];
  for (const [result, name] of wanted) {
    const held = await hold(result, reader, parts);
    if (held === undefined) {
      missing.push(name);
      continue;
    }
    const { image, path, release } = held;
    let input: Readable | undefined;
    try {
      input = await openRange(path, { start: 0, end: image.bytes - 1 });
      yield { name: entryName(name, image.mediaType), input };
    } finally {
      input?.destroy();
      release();
    }
  }
  if (missing.length === 0) return;
  const lines = [missingTexts.lead, '', ...missing, ''];
  yield { name: entryName(missingTexts.name), input: lines.join('\n') };
};

/** Undefined where the result has expired, or is that of another account. */
const hold = async (
  result: string,
  reader: Reader,
  { download, downloadResult }: WebParts,
): Promise<ArchiveFile | undefined> => {
  const [id = '', kind, resultId] = result.split('/');
  try {
    if (kind !== 'result' || resultId === undefined) {
      const { output, resultPath, release } = await download(id, reader);
      return { image: output.result, path: resultPath, release };
    }
    const found = await downloadResult({ id, resultId, reader });
    return { image: found.result, path: found.resultPath, release: found.release };
  } catch (error) {
    if (hasCode(error, 'not_found')) return undefined;
    throw error;
  }
};

/**
 * Ends the archive with the connection, and the connection with an archive that fails: a browser then says that the
 * download has failed.
 */
const endWith = ({ res }: WebContext, archive: Readable): void => {
  res.once('close', () => archive.destroy());
  archive.once('error', (error) => res.destroy(error));
};
