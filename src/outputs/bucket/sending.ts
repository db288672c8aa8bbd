import { hash } from 'node:crypto';
import type { Bucket } from '../../bucket.ts';
import { digestOf, plainFileStream } from '../../plain-files.ts';
import { recordBytesOf, recordName } from '../entry-folder.ts';
import { filesIn, type StoredRecord } from '../output-record.ts';

/** The objects of one output being sent. The record comes last: without it, there is no output. */
export const createSending = (bucket: Bucket, folder: string) => {
  const ended = new AbortController();
  const { signal } = ended;
  const sent = new Map<string, Awaited<ReturnType<typeof digestOf>>>();
  return {
    send: async (name: string, path: string): Promise<void> => {
      const digest = await digestOf(plainFileStream(path, signal));
      await bucket.put(`${folder}/${name}`, { path, ...digest }, { signal });
      sent.set(name, digest);
    },
    /** Sends the record. Rejects, and sends nothing, when what was sent is not what it describes. */
    finish: async (stored: StoredRecord): Promise<void> => {
      const described = Object.entries(filesIn(stored));
      const isSent = described.every(([name, { bytes, sha256 }]) => {
        const file = sent.get(name);
        return file?.bytes === bytes && file.sha256 === sha256;
      });
      if (!isSent) throw new Error('The record does not describe the files.');
      const files = Object.fromEntries(described.map(([name, { bytes }]) => [name, bytes]));
      const data = recordBytesOf({ record: stored, files });
      const sha256 = hash('sha256', data);
      const body = { data, bytes: data.length, sha256 };
      await bucket.put(`${folder}/${recordName}`, body, { signal });
    },
    /** Ends what is being sent. */
    abort: (): void => ended.abort(),
  };
};
