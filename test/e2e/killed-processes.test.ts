import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { childrenOf, sendSignal } from '../../src/tools/process/process-tree.ts';
import { composedService, type ComposedService } from '../support/service/composed-service.ts';
import { newJpeg, newPhoto, newPng } from '../support/e2e/pictures.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { randomNumbers } from '../support/random.ts';

const sources = [newPhoto, newPng, newJpeg, newPng];
const pictures = 40;
/** Runs of tools from one kill to the next, so that it is not faster than the service. */
const runsBetween = 6;

/** A process, all that it has started, and what that has started. */
const familyOf = (pid: number): readonly number[] =>
  [pid].concat(childrenOf(pid).flatMap(familyOf));

/** Name of the program of a process; empty when it has ended. */
const nameOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
};

describe('a service whose processes are killed by the kernel, since memory has run out', () => {
  let service: ComposedService;
  let others: readonly number[] = [];
  before(async () => {
    others = childrenOf(process.pid);
    service = await composedService({ connections: 4 });
  });
  after(() => service?.close());

  it('answers with a picture or with 503, never with 500, and works on', async () => {
    const random = randomNumbers(1);
    const killed = new Map<string, number>();
    let last = 0;
    const kill = (): void => {
      if (service.toolLines.length < last + runsBetween) return;
      last = service.toolLines.length;
      const own = childrenOf(process.pid).filter((pid) => !others.includes(pid));
      const all = own.flatMap(familyOf);
      const pid = all[random(all.length)];
      if (pid === undefined) return;
      killed.set(nameOf(pid), (killed.get(nameOf(pid)) ?? 0) + 1);
      sendSignal(pid, 'SIGKILL');
    };
    const killing = setInterval(kill, 10);
    const answers = await sideBySide(Array.from({ length: pictures }), 4, (_, index) =>
      service.upload(sources[index % sources.length]!()),
    );
    clearInterval(killing);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => ![201, 503].includes(status))).to.deep.equal([]);
    expect(statuses).to.include(201);
    expect(killed.size, [...killed.keys()].join(', ')).to.be.at.least(2);

    for (const source of sources) {
      const { status } = await service.upload(source());
      expect(status).to.equal(201);
    }
  });
});
