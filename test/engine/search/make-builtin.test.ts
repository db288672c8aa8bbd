import { expect } from 'chai';
import type { Job } from '../../../src/engine/job.ts';
import { createMakeBuiltin } from '../../../src/engine/search/make-builtin.ts';
import type { Scorer } from '../../../src/engine/scorer/client.ts';

describe('what is built in', () => {
  const client = { requestId: 'r' };
  const job = { folder: { file: (name: string) => `/job/${name}` }, client, endBy: 7 };
  const derived = { kind: 'lossy-png', quality: 25 } as const;
  const files = { input: 'in.png', output: 'out.png' };

  for (const [title, verdict] of [
    ['is made', 'done'],
    ['is not made of inputs of other kinds', 'declined'],
  ] as const) {
    it(`${title} by the process that works on pixels`, async () => {
      const asked: unknown[] = [];
      const make: Scorer['make'] = async (...given) => {
        asked.push(...given);
        return { verdict, milliseconds: 9 };
      };
      const makeBuiltin = createMakeBuiltin({ make }, true);
      const end = await makeBuiltin(job as unknown as Job, derived, files);
      expect(end).to.deep.equal({ verdict, milliseconds: 9 });
      const paths = { source: '/job/in.png', result: '/job/out.png' };
      expect(asked).to.deep.equal([
        { ...paths, derived },
        { client, endBy: 7 },
      ]);
    });
  }

  it('declines everything on a processor without SIMD', async () => {
    const make = (): never => expect.fail('the process was asked');
    const makeBuiltin = createMakeBuiltin({ make }, false);
    const end = await makeBuiltin(job as unknown as Job, derived, files);
    expect(end).to.deep.equal({ verdict: 'declined', milliseconds: 0 });
  });
});
