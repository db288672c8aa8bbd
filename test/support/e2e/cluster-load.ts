import { setTimeout } from 'node:timers/promises';
import tinify from 'tinify';
import { newJpeg } from './pictures.ts';
import { until } from '../until.ts';

/** What clients of a cluster were told. */
type ClusterLoad = Readonly<{
  /** Addresses of the outputs of acknowledged uploads. */
  acknowledged: readonly string[];
  failures: readonly string[];
  /** Resolves when so many more uploads are acknowledged. */
  more: (count: number) => Promise<void>;
  /** Resolves when all requests under way are answered. */
  stop: () => Promise<void>;
}>;

/** What a client does between two uploads, or it would take the CPUs from nodes that start. */
const pauseMs = 250;

/** The published client library, which sends a failed request once more, uploads again and again. */
export const startClusterLoad = (clients: number): ClusterLoad => {
  const acknowledged: string[] = [];
  const failures: string[] = [];
  let isOver = false;

  const keepUploading = async (): Promise<void> => {
    while (!isOver) {
      const source = tinify.fromBuffer(newJpeg()) as unknown as { _url: Promise<string> };
      try {
        acknowledged.push(await source._url);
      } catch (error) {
        failures.push(String(error));
      }
      await setTimeout(pauseMs);
    }
  };
  const uploading = Promise.all(Array.from({ length: clients }, keepUploading));
  return {
    acknowledged,
    failures,
    more: async (count) => {
      const wanted = acknowledged.length + count;
      await until('more are acknowledged', () => acknowledged.length >= wanted, 30_000);
    },
    stop: async () => {
      isOver = true;
      await uploading;
    },
  };
};
