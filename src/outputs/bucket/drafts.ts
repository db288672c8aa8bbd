import { bucketAway } from '../../bucket.ts';
import type { Output, OutputDraft, ResultDraft } from '../output.ts';
import { folderOf, randomBase } from './objects.ts';
import type { Uses } from './uses.ts';
import { createWriting, type WritingParts } from './writing.ts';

export type DraftParts = WritingParts & Readonly<{ uses: Pick<Uses, 'today'> }>;

/** Begins an output, or the result of an operation. */
export type Drafts = Readonly<{
  output: () => OutputDraft;
  result: (cacheKey: string, owner: string) => ResultDraft;
}>;

export const createDrafts = (parts: DraftParts): Drafts => {
  const { pointers, uses, now } = parts;

  const output = (): OutputDraft => {
    const id = randomBase();
    const writing = createWriting(id, folderOf('o', id, now()), parts);

    /** The folder with the objects of another output. */
    const folderOfOther = async (otherId: string): Promise<string> => {
      const pointer = await pointers.get(otherId);
      if (pointer === undefined) throw bucketAway(new Error(`${otherId} has expired`));
      return uses.today(otherId, pointer.folder);
    };

    return {
      id,
      addSource: (path) => writing.add('source', path),
      addResult: (path) => writing.add('result', path),
      linkFrom: ({ output: { id: otherId }, resultPath }) =>
        writing.link(resultPath, () => folderOfOther(otherId)),
      publish: async ({ owner, cacheKey, source, result, receipt }) => {
        const made: Output = { id, owner, cacheKey, createdAt: now(), source, result, receipt };
        const isFirst = await writing.publish({ kind: 'output', output: made }, owner);
        if (!isFirst) throw new Error(`${id} is taken.`);
        return made;
      },
      discard: writing.discard,
    };
  };

  const result = (cacheKey: string, owner: string): ResultDraft => {
    const writing = createWriting(cacheKey, folderOf('r', randomBase(), now()), parts);
    return {
      addResult: (path) => writing.add('result', path),
      publish: async (image, made) => {
        await writing.publish({ kind: 'result', owner, result: image, made }, owner);
      },
      discard: writing.discard,
    };
  };

  return { output, result };
};
