import type { Known } from '../../../client/scenarios/scenario.ts';

/** What scenarios are drawn from, by a seed. */
export function knownFacts(seed: number): Known {
  let made = 0;
  const freshUuid = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
  const facts = {
    projectId: 'CAP-1',
    paymentId: 'PMT-1',
    symbolPair: 'BTCUSDT',
    checkoutId: 'CCO-1',
    requestId: 'CAPD-1',
  };
  return { seed, ...facts, records: { payment: '', checkout: '', request: '' }, freshUuid, freshId: freshUuid };
}
