import { expect, test } from '@playwright/test';
import { type Finding, listed } from './findings.ts';

const finding = (code: string, wanted: string): Finding => ({ code, wanted, seen: 'nothing', exchanges: ['r1'] });

/** As a client library leaves them that takes amounts for floats: many of one sort before the first of another. */
const all = [
  ...['0.1', '0.3', '1e-8'].map((amount) => finding('clientArgument', `the body to have /amount as ${amount}`)),
  ...Array.from({ length: 20 }, (_, at) => finding('clientValue', `getPayment to hand over /amount as 0.${at}1`)),
  finding('clientValue', 'getDepositOptions to hand over /0/maxDeposit as 5'),
  finding('clientValue', 'the event of a webhook to have /amount as 0.1'),
];

test('every sort of thing is listed before a second of any, and every place before a second of it', () => {
  const { findings, unlisted } = listed(all);
  expect(findings).toHaveLength(10);
  expect(unlisted).toBe(all.length - 10);
  expect(findings.slice(0, 3).map(({ wanted }) => wanted)).toEqual([
    'the body to have /amount as 0.1',
    'getPayment to hand over /amount as 0.01',
    'the event of a webhook to have /amount as 0.1',
  ]);
  expect(findings.slice(3, 5).map(({ wanted }) => wanted)).toEqual([
    'the body to have /amount as 0.3',
    'getDepositOptions to hand over /0/maxDeposit as 5',
  ]);
});

test('a few findings are all listed, the first one first', () => {
  const few = all.slice(0, 4);
  expect(listed(few)).toEqual({ findings: expect.arrayContaining(few) });
  expect(listed(few).findings[0]).toEqual(few[0]);
  expect(listed([])).toEqual({ findings: [] });
});
