import { Counter, type Registry } from 'prom-client';
import { addGauge } from './gauge.ts';

export type ConnectionMetrics = ReturnType<typeof createConnectionMetrics>;

/** Metrics of the connections of clients. */
export const createConnectionMetrics = (registry: Registry) => {
  const refused = new Counter({
    name: 'shrinkd_addresses_refused_total',
    help: 'Times that an address reached limits.connectionsPerAddress and had further connections closed.',
    registers: [registry],
  });
  let expiresAtMs = 0;
  addGauge(
    registry,
    'shrinkd_certificate_expires_timestamp_seconds',
    'Unix time at which the TLS certificate in use expires. 0 where a proxy terminates TLS.',
    () => expiresAtMs / 1000,
  );
  return {
    /** Counts an address that has reached its limit of connections. */
    refused: (): void => refused.inc(),
    /** Notes the end of the certificate that new connections get from now on. */
    certificate: (expiresAt: Date): void => void (expiresAtMs = expiresAt.getTime()),
  };
};
