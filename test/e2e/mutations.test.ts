import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import {
  composedService,
  type Answer,
  type ComposedService,
} from '../support/service/composed-service.ts';
import { vips } from '../support/image/pictures.ts';
import { pngOf } from '../support/image/avifs.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { mutationSources } from '../support/e2e/mutation-sources.ts';
import { mutations, plausible } from '../support/e2e/mutate.ts';
import { randomNumbers } from '../support/random.ts';
import { photo } from '../support/e2e/pictures.ts';
import { foldersInUse } from '../support/e2e/job-folders.ts';
import { processesIn, withoutIdleShells } from '../support/e2e/processes.ts';
import { until } from '../support/until.ts';

const seed = Number(process.env['MUTATION_SEED'] ?? 20_261_121);
const count = Number(process.env['MUTATION_COUNT'] ?? 2000);

const concurrentRequests = 8;
/** Results decoded by one process, side by side; larger ones have a process each. */
const batchSize = 40;
const batchedSide = 300;
const memoryBound = 32 * 1024 * 1024;
/** What one measurement has by chance, such as a late garbage collection, the least of several has not. A leak stays. */
const memoryRounds = 4;
const casesOfRound = 40;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Memory that objects and buffers hold, in bytes. The service runs in this process. Its resident memory says less, since
 * V8 and malloc keep pages that are empty, as many as the fastest moment needed: 100 MiB more or less between two runs.
 */
const heldBytes = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** One damaged input; the name says how it came to be. */
type Case = Readonly<{ name: string; content: Buffer }>;

const casesOf = (sources: Readonly<Record<string, Buffer>>): readonly Case[] => {
  const names = Object.keys(sources);
  const kinds = Object.keys(mutations);
  return Array.from({ length: count }, (_, index) => {
    const random = randomNumbers(seed + index);
    const [source, kind] = [names[random(names.length)]!, kinds[random(kinds.length)]!];
    const mutated = mutations[kind]!(sources[source]!, random);
    const isMended = random(3) > 0;
    const content = isMended ? plausible(mutated) : mutated;
    return { name: `${index} ${source} ${kind}${isMended ? ' mended' : ''}`, content };
  });
};

/** What is wrong with an answer: neither a picture nor a JSON error of the client's kind. */
const faultOf = ({ status, headers, body }: Answer): string | undefined => {
  if (status === 201) return undefined;
  if (status < 400 || status > 499) return `status ${status}: ${body.toString()}`;
  if (headers['content-type'] !== 'application/json') return `type ${headers['content-type']}`;
  const error = JSON.parse(body.toString()) as Record<string, unknown>;
  const isWhole = typeof error['error'] === 'string' && typeof error['message'] === 'string';
  return isWhole ? undefined : `error ${body.toString()}`;
};

describe('damaged pictures by the thousand', function () {
  // Ends a run that hangs; other programs may keep the CPUs busy.
  this.timeout(600_000);
  let service: ComposedService | undefined;
  let folder = '';
  let memoryBefore = 0;
  let cases: readonly Case[] = [];
  let answers: readonly Answer[] = [];

  before(async () => {
    console.log(`      MUTATION_SEED=${seed} MUTATION_COUNT=${count}`);
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-mutations-'));
    service = await composedService({
      connections: concurrentRequests,
      flags: { 'quality-effort': 'fast' },
    });
    const sources = await mutationSources((name) => join(folder, name));
    for (const [name, content] of Object.entries(sources)) {
      expect((await service.upload(content)).status, name).to.equal(201);
    }
    cases = casesOf(sources);
    memoryBefore = heldBytes();
    answers = await sideBySide(cases, concurrentRequests, ({ content }) =>
      service!.upload(content),
    );
  });

  after(async () => {
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are each answered with a picture or an error of 4xx', () => {
    const faults = answers.flatMap((answer, index) => {
      const fault = faultOf(answer);
      const { name, content } = cases[index]!;
      return fault === undefined ? [] : [`${name}: ${fault} ${content.toString('base64', 0, 600)}`];
    });
    expect(faults).to.deep.equal([]);
  });

  it('are mistakes of the client, about which the service writes no warning or error', () => {
    const problems = service!.problemLines.map((line) => {
      const { requestId } = JSON.parse(line) as Readonly<{ requestId?: string }>;
      const index = answers.findIndex(({ headers }) => headers['x-request-id'] === requestId);
      return `${cases[index]?.name}: ${line}`;
    });
    expect(problems).to.deep.equal([]);
  });

  it('are of both kinds, or they would test little', () => {
    const taken = answers.filter(({ status }) => status === 201).length;
    console.log(`      ${taken} of ${count} answered with a picture`);
    expect(taken).to.be.within(count / 10, (count * 9) / 10);
  });

  it('have results that decode where the damaged picture itself does', async () => {
    const taken = answers.flatMap((answer, index) => (answer.status === 201 ? [index] : []));
    const results = await sideBySide(taken, concurrentRequests, async (index) => {
      const { headers, body } = await service!.download(answers[index]!.headers.location!);
      const file = join(folder, `${index}.${String(headers['content-type']).slice(6)}`);
      await writeFile(file, body);
      const side = Math.max(Number(headers['image-width']), Number(headers['image-height']));
      return { file, isSmall: side <= batchedSide };
    });
    const avifs = results.filter(({ file }) => file.endsWith('.avif'));
    const others = results.filter((result) => !avifs.includes(result));
    const small = others.filter(({ isSmall }) => isSmall).map(({ file }) => file);
    const batches = [
      ...Array.from({ length: Math.ceil(small.length / batchSize) }, (_, batch) =>
        small.slice(batch * batchSize, (batch + 1) * batchSize),
      ),
      ...others.filter(({ isSmall }) => !isSmall).map(({ file }) => [file]),
      ...avifs.map(({ file }) => [file]),
    ];
    const undecodable = await sideBySide(batches, 2, undecodableIn);
    const spoilt = await sideBySide(undecodable.flat(), 2, async (file) => {
      const { name, content } = cases[Number(/(\d+)\.\w+$/.exec(file)?.[1])]!;
      await writeFile(file, content);
      return (await undecodableIn([file])).length === 0 ? [name] : [];
    });
    expect(spoilt.flat()).to.deep.equal([]);
  });

  it('leave no process, no file and little memory behind', async () => {
    await until('no folder of a job in use', () => {
      return foldersInUse(service!.workFolder).length === 0;
    });
    expect(withoutIdleShells(processesIn(service!.workFolder))).to.deep.equal([]);
    const grown = [heldBytes() - memoryBefore];
    while (grown.length < memoryRounds) {
      await sideBySide(cases.slice(0, casesOfRound), concurrentRequests, ({ content }) =>
        service!.upload(content),
      );
      grown.push(heldBytes() - memoryBefore);
    }
    const shown = grown.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ');
    console.log(`      memory grew by ${shown} MiB`);
    expect(Math.min(...grown)).to.be.below(memoryBound);
  });

  it('do not keep the service from serving a good picture', async () => {
    const answer = await service!.upload(photo);
    expect(answer.status).to.equal(201);
    const { body } = await service!.download(answer.headers.location!);
    expect(body.length).to.be.within(1, photo.length);
  });
});

/** Those of the files that libvips, or avifdec for one AVIF, cannot read to their end; one process reads them all where it can. */
const undecodableIn = async (files: readonly string[]): Promise<readonly string[]> => {
  const [only] = files;
  if (only?.endsWith('.avif') === true) {
    const decoded = pngOf(await readFile(only), ['--no-strict']);
    return decoded.then(
      () => [],
      () => files,
    );
  }
  const readable = files.map((file) => `${file}[fail_on=truncated${allFrames(file)}]`);
  try {
    if (files.length === 1) await vips('avg', readable[0]!);
    else await vips('arrayjoin', readable.join(' '), `${files[0]}.v`);
    return [];
  } catch {
    if (files.length === 1) return files;
    const middle = Math.ceil(files.length / 2);
    const halves = [files.slice(0, middle), files.slice(middle)];
    return (await sideBySide(halves, 1, undecodableIn)).flat();
  } finally {
    await rm(`${files[0]}.v`, { force: true });
  }
};

const allFrames = (file: string): string => (file.endsWith('.webp') ? ',n=-1' : '');
