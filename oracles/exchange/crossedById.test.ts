import { expect, test } from '@playwright/test';
import { recordOfExchanges } from '../../tests/support/records/records.ts';
import { crossedById } from './crossedById.ts';

const payout = { operation: 'POST /v1/user/payments/payout' } as const;

for (const [byId, byNames, state] of [
  [200, 200, 'held'],
  [422, 200, 'broken'],
  [422, 422, 'undecided'],
  [429, 200, 'undecided'],
] as const)
  test(`a cross payout answered with ${byId} by the id and with ${byNames} by names: ${state}`, async () => {
    const record = await recordOfExchanges({ ...payout, status: byId }, { ...payout, status: byNames, atMs: 100 });
    expect(crossedById(record, { byId: 'p0-1', byNames: 'p0-2' }).state).toBe(state);
  });
