import { Counter, type Registry } from 'prom-client';

/** Notes one answer to an address. */
export type DeliveryMetrics = (outcome: 'hit' | 'shared' | 'made' | 'refused' | 'failed') => void;

export const createDeliveryMetrics = (registry: Registry): DeliveryMetrics => {
  const answers = new Counter({
    name: 'shrinkd_deliveries_total',
    help: 'Answers to addresses of pictures (delivery): the result was there (hit), under way for another request (shared), or made (made). refused: the signature or the address is wrong, or its type is not made. failed: the source could not be read or used, or a limit was reached.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => answers.inc({ outcome });
};
