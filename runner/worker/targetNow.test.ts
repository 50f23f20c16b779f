import { expect, test } from '@playwright/test';
import { recordOfExchanges } from '../../tests/support/records/records.ts';
import { targetNow } from './targetNow.ts';

const hourMs = 3_600_000;

async function targetTime(date: string | undefined): Promise<number> {
  const headers: [string, string][] = date === undefined ? [] : [['date', date]];
  const record = await recordOfExchanges({ operation: 'GET /v1/user/methods', answer: [], headers });
  const [answer] = record.exchanges;
  return answer ? targetNow(answer) : 0;
}

test('the time is that of the target if its clock is ahead, and otherwise ours', async () => {
  const ahead = await targetTime(new Date(Date.now() + 48 * hourMs).toUTCString());
  expect(ahead - Date.now()).toBeGreaterThan(47 * hourMs);
  for (const date of [undefined, 'soon', new Date(Date.now() - 1e12).toUTCString()])
    expect(Math.abs((await targetTime(date)) - Date.now()), `${date}`).toBeLessThan(hourMs);
});
