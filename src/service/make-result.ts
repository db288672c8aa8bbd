import type { Engine } from '../engine/compress.ts';
import type { Preserve } from '../engine/preserve.ts';
import type { EncoderTable } from '../image/encoder.ts';
import { planOf } from '../image/plan.ts';
import type { Receipt } from '../image/search/receipt.ts';
import type { JobFolder } from '../jobs/job-folder.ts';
import type { ReceivedImage } from '../jobs/receive-image.ts';
import type { ImageDescription, Output } from '../outputs/output.ts';
import type { Client } from '../tools/tool-runner.ts';
import { changesPicture, type Operation } from './operation.ts';

export type MakeParts = Readonly<{
  engine: Pick<Engine, 'compress'>;
  preserve: Preserve;
  table: EncoderTable;
  /** Longest time for the tools of one request, in milliseconds. */
  answerMs: number;
  /** Whether a source is a result already: in its own type and size it stays as it is. */
  isOurResult: (sha256: string, owner: string) => Promise<boolean>;
}>;

/** A source in a job's folder, and the operation. */
type Making = Readonly<{
  folder: JobFolder;
  sourcePath: string;
  source: Output['source'];
  owner: string;
  operation: Operation;
  /** The compressed result, from which operations start that do not change the picture. */
  compressed?: Product;
  client: Client;
}>;

/** A result in its job's folder. */
export type Product = Readonly<{
  image: ImageDescription;
  path: string;
  /** Whether load or a failed tool made it worse. Such a result is not shared with other requests. */
  isDegraded: boolean;
  receipt: Receipt;
}>;

/** Makes the result of an operation: plan, compress, preserve. Rejects as the engine does. */
export type MakeResult = (making: Making) => Promise<Product>;

/** Every operation starts from the source, except one that leaves the picture as it is. */
export const createMakeResult =
  (parts: MakeParts): MakeResult =>
  async (making) => {
    const { compressed, operation } = making;
    const isUnchanged = compressed !== undefined && !changesPicture(operation);
    const product = isUnchanged ? compressed : await compress(making, parts);
    return operation.preserve.length > 0 ? preserveMetadata(making, product, parts) : product;
  };

/** A received image as a source of results. */
export const sourceOf = ({ facts, bytes, sha256 }: ReceivedImage): Output['source'] => {
  const { mediaType, width, height } = facts;
  return { mediaType, width, height, bytes, sha256, facts };
};

const compress = async (
  { folder, source, owner, operation: change, client }: Making,
  { engine, isOurResult, table, answerMs }: MakeParts,
): Promise<Product> => {
  const { facts, bytes: sourceBytes, sha256: sourceSha256 } = source;
  const { quality, isHurried } = change;
  const plan = planOf(facts, table, {
    isOurResult: await isOurResult(sourceSha256, owner),
    isHurried,
    change,
  });
  const endBy = performance.now() + answerMs;
  const { path, isDegraded, receipt, mediaType, width, height, bytes, sha256 } =
    await engine.compress({ folder, sourceBytes, facts, plan, quality, isHurried, client, endBy });
  return { image: { mediaType, width, height, bytes, sha256 }, path, isDegraded, receipt };
};

const preserveMetadata = async (
  { folder, sourcePath, source, operation }: Making,
  product: Product,
  { preserve }: MakeParts,
): Promise<Product> => {
  const path = folder.file('preserved');
  const { bytes, sha256 } = await preserve({
    source: sourcePath,
    facts: source.facts,
    result: product.path,
    mediaType: product.image.mediaType,
    kinds: operation.preserve,
    target: path,
  });
  return { ...product, image: { ...product.image, bytes, sha256 }, path };
};
