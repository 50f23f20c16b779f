import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../tests/support/records/records.ts';
import { staysGranted } from './standing.ts';

const methods = { operation: 'GET /v1/user/methods' } as const satisfies SampleExchange;
const balances = { operation: 'GET /v1/user/wallet/balances' } as const satisfies SampleExchange;
const unauthorized = { status: 401, answer: { code: 'unauthorized' } } as const satisfies SampleExchange;

const saltOf = (nth: number) => String(nth).repeat(64).slice(0, 64);

/** A wrong secret is refused, and shows how this target answers wrong credentials. */
const wrongSecret: SampleExchange = {
  ...methods,
  ...unauthorized,
  purpose: 'defect',
  signature: { fault: 'wrongSecret' },
};

const cases: Readonly<Record<string, { sent: readonly SampleExchange[]; state: string }>> = {
  'a read that is refused like a wrong secret, between two accepted requests': {
    sent: [wrongSecret, methods, { ...balances, ...unauthorized }, methods],
    state: 'broken',
  },
  'a write that is refused like a wrong secret, between two accepted requests': {
    sent: [wrongSecret, methods, { operation: 'POST /v1/user/exchange', ...unauthorized }, methods],
    state: 'broken',
  },
  'a read that is forbidden, and granted before and after': {
    sent: [methods, { ...methods, status: 403 }, methods],
    state: 'broken',
  },
  'a read that is refused, and granted before and after': {
    sent: [methods, { ...methods, status: 422 }, methods],
    state: 'broken',
  },
  'a read that was never granted': { sent: [methods, { ...balances, status: 403 }, methods], state: 'held' },
  'credentials that are refused from some time on': {
    sent: [wrongSecret, methods, { ...methods, ...unauthorized }, { ...balances, ...unauthorized }],
    state: 'held',
  },
  'a refusal that other defects get as well': {
    sent: [
      wrongSecret,
      { ...balances, ...unauthorized, purpose: 'defect' },
      methods,
      { ...balances, ...unauthorized },
      methods,
    ],
    state: 'held',
  },
  'a request that is to be refused': {
    sent: [wrongSecret, methods, { ...methods, ...unauthorized, purpose: 'defect' }, methods],
    state: 'held',
  },
  'a read of an unknown record': { sent: [methods, { ...methods, status: 404 }, methods], state: 'held' },
};

const schemes = ['simple', 'signed'] as const;

for (const [name, { sent, state }] of Object.entries(cases))
  for (const scheme of schemes)
    test(`${name}, by the ${scheme} scheme: ${state}`, async () => {
      const lines = sent.map((one, at) =>
        exchangeLine(`p0-${at + 1}`, {
          atMs: 1_000 * at,
          ...(scheme === 'signed' && { salt: saltOf(at + 1) }),
          ...one,
          signature: { scheme, ...one.signature },
        }),
      );
      expect(staysGranted(await recordOf([runLine, ...lines]), { scheme }).state).toBe(state);
    });

/** Salts that a target may refuse: no form is shown for them, or they come again. */
for (const [name, salts] of Object.entries({ 'a short salt': ['1', 'ab'], 'a salt used before': ['1', '1'] }))
  test(`nothing follows from a refusal of ${name}`, async () => {
    const [first = '', second = ''] = salts.map((salt) => (salt.length === 1 ? salt.repeat(64) : salt));
    const sent: SampleExchange[] = [
      { ...methods, salt: first },
      { ...methods, salt: second, status: 403 },
      { ...methods, salt: saltOf(3) },
    ];
    const lines = sent.map((one, at) => exchangeLine(`p0-${at + 1}`, { atMs: 1_000 * at, ...one }));
    expect(staysGranted(await recordOf([runLine, ...lines]), { scheme: 'signed' }).state).toBe('held');
  });
