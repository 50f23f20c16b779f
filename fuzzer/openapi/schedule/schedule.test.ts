import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Operation } from '../../../schemas/document/operations.ts';
import { loadContract } from '../../../schemas/load/contract.ts';
import { exchangeLine } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import type { GroupedCase } from '../../engine/requests/requestCases.ts';
import { OpenApiCoverage } from '../coverage/coverage.ts';
import { Schedule } from './schedule.ts';

const text = { type: 'string', minLength: 1, maxLength: 20 };

const order = {
  type: 'object',
  required: ['amount'],
  properties: { amount: { type: 'integer' }, note: text, currency: { type: 'string', enum: ['EUR', 'USD'] } },
};

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: order } } },
        responses: { 200: { description: 'ok' } },
      },
    },
  },
};

const statusOf = { accepted: 200, refused: 400 } as const;

/** Returns the rounds of a campaign on one creation, each with its base and its cases; all valid requests get the same answer. */
async function rounds(seed: number, { count, sound }: { count: number; sound: keyof typeof statusOf }) {
  const file = test.info().outputPath('contract.json');
  writeFileSync(file, JSON.stringify(document));
  const contract = await loadContract(file);
  const [operation] = contract.operations as [Operation];
  const coverage = new OpenApiCoverage(contract);
  const schedule = new Schedule({ contract, coverage, seed, isKnown: false });
  return Array.from({ length: count }, (_, round) => {
    const turn = schedule.of(operation, round);
    if (!turn) throw new RangeError('no turn');
    const { subject, cases, chosen } = turn;
    const sent: GroupedCase[] = [];
    for (const one of chosen) {
      sent.push(one);
      const status = one.label.is === 'valid' ? statusOf[sound] : 400;
      const exchange = new Exchange(exchangeLine('f0-1', { answer: {}, status }));
      coverage.sent(subject, one, { exchange, results: [] });
    }
    const { body } = cases.base;
    return { base: body && 'text' in body ? body.text : '', sent };
  });
}

const namesIn = (text: string) => Object.keys(JSON.parse(text)).sort();

const isOfCurrency = ({ label }: GroupedCase) =>
  label.is === 'invalid' && label.broken.place === 'body/currency' && label.broken.keyword === 'enum';

for (let seed = 1; seed <= 12; seed += 1)
  test(`an optional member is broken in the first rounds, with seed ${seed}`, async () => {
    const first = await rounds(seed, { count: 4, sound: 'accepted' });
    expect(namesIn(first[0]?.base ?? '')).toEqual(expect.arrayContaining(['amount', 'currency', 'note']));
    expect(first.flatMap(({ sent }) => sent).some(isOfCurrency)).toBe(true);
  });

test('a valid request without news gives way to another before the end of the rounds', async () => {
  const bases = (await rounds(1, { count: 5, sound: 'accepted' })).map(({ base }) => base);
  expect(bases[1]).toBe(bases[0]);
  expect(new Set(bases).size).toBeGreaterThan(1);
});

test('a refused valid request gives way at once to an unfilled one', async () => {
  const lacking: number[] = [];
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const [first, next] = await rounds(seed, { count: 2, sound: 'refused' });
    expect(next?.base).not.toBe(first?.base);
    if (!namesIn(next?.base ?? '').includes('currency')) lacking.push(seed);
  }
  expect(lacking).not.toEqual([]);
});
