import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ownerClient, type Radosgw } from '../storage/radosgw.ts';
import { newJpeg } from './pictures.ts';

/** Somebody who replaces pictures, and somebody who reads them, while a sweep works on them. */
type RacedPictures = Readonly<{
  /** The picture that the writer has stored last under a key. */
  written: ReadonlyMap<string, string>;
  /** What was read and is no whole picture. */
  broken: readonly string[];
  reads: () => number;
  read: (key: string) => Promise<Buffer>;
  stop: () => Promise<void>;
}>;

/** `port`: that of the storage. `raced` are keys that are replaced, `keys` those that are read. */
export const racePictures = (
  { bucket: Bucket }: Pick<Radosgw, 'bucket'>,
  port: number,
  { raced, keys }: Readonly<{ raced: readonly string[]; keys: readonly string[] }>,
): RacedPictures => {
  const client = ownerClient(port);
  const written = new Map<string, string>();
  const broken: string[] = [];
  let [reads, isOver] = [0, false];
  const oneOf = (names: readonly string[]): string =>
    names[Math.floor(Math.random() * names.length)] ?? expect.fail('no keys');

  const read = async (Key: string): Promise<Buffer> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return Buffer.from(await Body!.transformToByteArray());
  };
  const keepWriting = async (): Promise<void> => {
    while (!isOver) {
      const [Key, Body] = [oneOf(raced), newJpeg()];
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'image/jpeg' }));
      written.set(Key, hash('sha256', Body));
      await setTimeout(20);
    }
  };
  const keepReading = async (): Promise<void> => {
    while (!isOver) {
      const key = oneOf(keys);
      const bytes = await read(key);
      reads += 1;
      const isWhole =
        bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
      if (!isWhole) broken.push(key);
      await setTimeout(5);
    }
  };
  const racing = Promise.all([keepWriting(), keepReading()]);
  return {
    ...{ written, broken, read, reads: () => reads },
    stop: async () => {
      isOver = true;
      await racing;
      client.destroy();
    },
  };
};
