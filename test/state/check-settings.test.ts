import { expect } from 'chai';
import { StartError } from '../../src/errors.ts';
import { checkSettings } from '../../src/state/check-settings.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('the check of the settings of Redis', () => {
  const durable = { 'maxmemory-policy': 'noeviction', appendonly: 'yes', appendfsync: 'always' };
  const warningsOf = async (
    settings: Readonly<Record<string, string>> | undefined,
    replicas = 0,
  ): Promise<readonly string[]> => {
    const warnings: string[] = [];
    const call = async (...[, , name = '']: string[]) => {
      if (settings === undefined) throw new Error('NOPERM');
      return [name, settings[name] ?? ''];
    };
    await checkSettings({ call }, { replicas, onWarning: (text) => warnings.push(text) });
    return warnings;
  };

  it('is content with what loses nothing', async () => {
    expect(await warningsOf(durable)).to.deep.equal([]);
    expect(await warningsOf({ ...durable, appendfsync: 'everysec' }, 1)).to.deep.equal([]);
  });

  const warned: readonly (readonly [title: string, Parameters<typeof warningsOf>[0], RegExp])[] = [
    ['no file of changes', { ...durable, appendonly: 'no' }, /appendonly no.*power cut/],
    ['writes once a second', { ...durable, appendfsync: 'everysec' }, /appendfsync everysec/],
    [
      'ids that may be removed',
      { ...durable, 'maxmemory-policy': 'volatile-lru' },
      /counted twice/,
    ],
    ['settings that it does not show', undefined, /Make sure/],
  ];
  for (const [title, settings, sentence] of warned) {
    it(`warns of ${title}`, async () => {
      const warnings = await warningsOf(settings);
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.match(sentence);
    });
  }

  it('refuses a server that may remove counts', async () => {
    const refusal = await rejectionOf(
      warningsOf({ ...durable, 'maxmemory-policy': 'allkeys-lru' }),
    );
    expect(refusal).to.be.instanceOf(StartError);
    expect(String(refusal)).to.contain('Set maxmemory-policy to noeviction');
  });
});
