import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type Instruments = ReturnType<typeof createInstruments>;

/** Makers of metrics, each with a name, what it says, and the names of its labels. */
export const createInstruments = (registry: Registry) => {
  const registers = [registry];
  return {
    counter: <Label extends string>(
      name: string,
      help: string,
      labelNames: readonly Label[] = [],
    ) => new Counter({ name, help, labelNames, registers }),
    /** `buckets`: the upper ends of those that values are counted in. */
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: readonly Label[] = [],
    ) => new Histogram({ name, help, buckets, labelNames, registers }),
    /** It is read at each scrape. */
    gauge: (
      name: string,
      help: string,
      read: () => number,
      labels: Readonly<Record<string, string>> = {},
    ): void => {
      void new Gauge({
        ...{ name, help, labelNames: Object.keys(labels), registers },
        collect() {
          this.set(labels, read());
        },
      });
    },
  };
};
