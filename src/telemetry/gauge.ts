import { Gauge, type Registry } from 'prom-client';

/** Registers a gauge that is read at each scrape. */
export const addGauge = (
  registry: Registry,
  name: string,
  help: string,
  read: () => number,
): void => {
  void new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
};
