import { expect, test } from '@playwright/test';
import { decimal } from '../../../schemas/json/exact.ts';
import { creationOf } from '../../../tests/support/records/acquiringRecords.ts';
import { sampleDepositOptions, sampleProject } from '../../../tests/support/records/priceRecords.ts';
import { exchangeOf } from '../../../tests/support/records/records.ts';
import type { Project } from '../../../traffic/target/file/targetFile.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Point } from '../point.ts';
import { projectInTurn } from './freeTour.ts';
import { pointsFor } from './pagePoints.ts';
import { priceToName } from './pointChoice.ts';
import { transfersFor } from './pointEnd.ts';
import { placeAt } from './pointOpening.ts';
import { earlierAsset } from './pointTour.ts';

const point: Point = {
  type: 'NO_PRICE',
  way: 'hosted page',
  end: 'in conflict',
  asset: 'the first asset',
  amount: 'small',
  life: 'minutes',
  links: 'particular links',
  preselection: 'preselected',
  visit: 'reloaded',
  screen: 'desktop',
};

const options = {
  cryptoCurrencies: ['TRON_USDT'],
  limits: { TRON_USDT: { minLimit: 1, maxLimit: 500 } },
  amountInOptions: { TRON_USDT: { EUR: { minLimit: 1, maxLimit: 450, convertRate: 0.9 } } },
};

const made = { created: exchangeOf(creationOf('checkout')), id: 'CCO-1', address: '', link: undefined };

const widgetOf = (settings: Partial<Project> = {}, assets = ['TRON_USDT']): Widget => ({
  ...{ id: sampleProject, settings: { id: sampleProject, ...settings } },
  ...{ options: exchangeOf(sampleDepositOptions(options)), assets },
});

const named = (type: Point['type'], settings: Partial<Project> = {}, fields: object = {}) => {
  const widget = widgetOf(settings);
  const created = exchangeOf(creationOf('checkout', { ...fields }));
  return priceToName({ point: { ...point, type }, widget, asset: 'TRON_USDT', made: { ...made, created } });
};

test('who may decide an amount names one above the limit, and who picks one names none of the options', () => {
  const suggested = { currency: 'EUR', amounts: ['15', '30'] };
  expect(named('NO_PRICE')).toEqual({ amount: '1000', currency: 'USDT' });
  expect(named('SUGGESTED_FIXED_PRICE', { suggested: { ...suggested, manualInput: true } })).toEqual({
    amount: '900',
    currency: 'EUR',
  });
  expect(named('SUGGESTED_FIXED_PRICE', { suggested: { ...suggested, manualInput: false } })).toEqual({
    amount: '30.01',
    currency: 'EUR',
  });
  const fixedAmount = { amount: 50, currency: 'EUR' };
  expect(named('FIXED_PRICE', {}, { fixedAmount })).toEqual({ amount: '25', currency: 'EUR' });
});

/** Returns what each of some seeds draws. */
const drawn = <Item>(draw: (worker: Pick<Worker, 'run'>) => Item): Item[] =>
  Array.from({ length: 40 }, (_, seed) => draw({ run: { seed } } as Pick<Worker, 'run'>));

test('points are looked at in browsers of several languages and time zones, and of this machine', () => {
  const places = drawn((worker) => JSON.stringify(placeAt(worker, point) ?? {}));
  expect(new Set(places).size).toBe(4);
  expect(places).toContain('{}');
});

test('on an earlier checkout another currency was chosen where one is preselected now, else the same asset', () => {
  const widget = widgetOf({}, ['TRON_USDT', 'ETHEREUM_USDT', 'SOLANA_USDC']);
  const chosen = (preselection: Point['preselection'], of = widget) =>
    earlierAsset({ point: { ...point, preselection }, widget: of, asset: 'TRON_USDT' });
  expect(chosen('not preselected')).toBe('TRON_USDT');
  expect(chosen('preselected by its currency')).toBe('SOLANA_USDC');
  expect(chosen('preselected', widgetOf({}, ['TRON_USDT', 'ETHEREUM_USDT']))).toBe('ETHEREUM_USDT');
  expect(chosen('preselected', widgetOf())).toBe('TRON_USDT');
});

test('amounts are tried in each project whose checkouts a balance settles', async () => {
  const all = [widgetOf(), widgetOf({}, ['BITCOIN_BTC']), widgetOf({}, ['SOLANA_USDC'])] as const;
  const projects = { all: async () => all, drawn: async () => all[0] };
  const tried = await Promise.all(drawn((worker) => projectInTurn({ worker, projects }, 'the minimum')));
  expect(new Set(tried.map((one) => all.indexOf(one)))).toEqual(new Set([0, 2]));
});

/** What seeds pay at the end of a point. */
const payments = (more: Partial<Point>, isFree = false) =>
  drawn((worker) => {
    const ending = { point: { ...point, ...more }, widget: { assets: ['TRON_USDT', 'TRON_USDC'] }, asset: 'TRON_USDT' };
    const asked = { asked: decimal('30'), isFree, most: isFree ? decimal('500') : undefined };
    return transfersFor(worker, ending, asked).map(({ asset, amount }) => `${amount.toFixed()} ${asset}`);
  });

const kinds = (all: readonly (readonly string[])[]) => [...new Set(all.map((one) => one.join(', then ')))].toSorted();

test('a conflict comes from too little, another asset or, where the payer decides, too much', () => {
  const tooLittle = (amounts: readonly string[]) =>
    ['', '30 TRON_USDC, then '].flatMap((before) => amounts.map((amount) => `${before}${amount} TRON_USDT`));
  expect(kinds(payments({}))).toEqual(tooLittle(['15', '29.1', '29.88', '29.985']).toSorted());
  const free = ['1000 TRON_USDT', ...tooLittle(['5', '9.7', '9.96', '9.995'])];
  expect(kinds(payments({}, true))).toEqual(free.toSorted());
  // In a full run the points take turns, whatever the seed.
  const all = pointsFor('CHK-05', ({ end }) => end === 'in conflict').map((one) => payments(one, true)[0] ?? []);
  const ends = (some: readonly (readonly string[])[]) =>
    kinds(some.map((one) => one.map((each) => each.replace(/^\d{1,2}(\.\d+)? TRON_USDT/, 'less'))));
  expect(ends(all)).toEqual(ends(payments({}, true)));
  expect(kinds(all).length).toBeGreaterThan(3);
  expect(kinds(payments({ end: 'paid' }))).toEqual(['30 TRON_USDT']);
  expect(kinds(payments({ end: 'overpaid' }))).toEqual(['45 TRON_USDT']);
});
