import type { Pixels } from '../image/pictures.ts';
import type { Client } from './client.ts';
import { gridDifference, gridOf, ways } from './same-picture.ts';
import type { Judge } from './shown-pictures.ts';

/**
 * What is wrong with the answers to a picture: one is a fault of the service, no picture, or another one than Chromium
 * shows of the compressed one. An upload may be refused; after it, a way that cannot be (400). None has an expected
 * value. `mostLevels`: what grids of one picture of one size may differ by.
 */
export const faultsOf = async (
  client: Client,
  { shown }: Judge,
  content: Uint8Array,
  mostLevels = usualDifference,
): Promise<readonly string[]> => {
  const upload = await client.upload(content);
  const { location } = upload.headers;
  if (upload.status !== 201 || location === undefined) {
    return upload.status < 400 || upload.status > 499 ? [`upload ${upload.status}`] : [];
  }
  const own = await client.send({ path: location });
  const picture = own.status === 200 ? await shown(own.body) : undefined;
  if (picture === undefined) return [`itself ${own.status}, not shown`];
  const faults: string[] = [];
  const source = await shown(content);
  if (source === undefined) faults.push('its source is not shown');
  else if (!isUnfinished(content, source)) {
    faults.push(...differences('itself', source, picture, { mostLevels }));
    if (own.headers['content-type'] === 'image/png' && changedEnds(source, picture) > 0) {
      faults.push(
        `itself has ${changedEnds(source, picture)} clear or opaque pixels that are not so`,
      );
    }
  }
  for (const { title, operation, width } of ways) {
    const body = JSON.stringify(operation);
    const headers = { 'Content-Type': 'application/json' };
    const answer = await client.send({ method: 'POST', path: location, headers, body });
    if (answer.status === 400) continue;
    // The cells of a smaller picture have other bounds.
    const limits = width === undefined ? { mostLevels } : { width };
    const result = answer.status === 200 ? await shown(answer.body) : undefined;
    if (result === undefined) faults.push(`${title} ${answer.status}, not shown`);
    else faults.push(...differences(title, picture, result, limits));
  }
  return faults;
};

/** Chromium waits for the last rows of a JPEG without an end. */
const isUnfinished = (content: Uint8Array, { data }: Pixels): boolean =>
  content[0] === 0xff && data.some((level, at) => at % 4 === 3 && level === 0);

/** Levels that the grids of one picture differ at most where its structure has mistakes. */
const usualDifference = 18;

type Limits = Readonly<{ width?: number; mostLevels?: number }>;

const differences = (
  title: string,
  wanted: Pixels,
  got: Pixels,
  { width = wanted.width, mostLevels = usualDifference }: Limits,
): readonly string[] => {
  const ratio = Math.min(1, width / wanted.width);
  const [across, down] = [wanted.width * ratio, Math.max(1, wanted.height * ratio)];
  if (Math.abs(got.width - across) > 1 || Math.abs(got.height - down) > 1) {
    return [`${title} ${got.width}x${got.height}, not ${wanted.width}x${wanted.height}`];
  }
  // A grid has a cell for each eighth of a side.
  if (Math.min(wanted.height, got.height, got.width) < 8) return [];
  const levels = gridDifference(gridOf(wanted), gridOf(got));
  return levels > mostLevels ? [`${title} is off by ${Math.round(levels)} levels`] : [];
};

/** Pixels that are clear or opaque in the first of two pictures of one size, and not so in the other. */
const changedEnds = (one: Pixels, other: Pixels): number => {
  if (one.width !== other.width || one.height !== other.height) return 0;
  let changed = 0;
  for (let at = 3; at < one.data.length; at += 4) {
    const [from, to] = [one.data[at]!, other.data[at]!];
    if (from !== to && from % 255 === 0) changed += 1;
  }
  return changed;
};
