import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  recordOf,
  recordOfExchanges,
  runLine,
  type SampleExchange,
} from '../../../tests/support/records/records.ts';
import type { OracleResult } from '../../core/result.ts';
import { firstAddressOf as firstAddress } from './bundleAddresses.ts';
import { addsAssets, coversAssets, replacesDisabled, sameBundle, uncoveredFaults } from './bundleCalls.ts';
import { bundlesKept } from './everyBundle.ts';
import { oneBundle } from './oneBundle.ts';

type Fields = Record<string, unknown>;

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const evmOther = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const addressOf = (asset: string, address: string, more: Fields = {}): Fields => ({
  ...{ id: `UBADR-${address}`, asset, address, active: true },
  ...more,
});

const [eth, bsc, usdt] = [addressOf('ETHEREUM_USDT', evm), addressOf('BSC_USDT', evm), addressOf('TRON_USDT', tron)];

const bundle = (addresses: readonly Fields[], more: Fields = {}): Fields => ({
  ...{ id: 'CASB-1', referenceId: 'R-1', createdAt: '2026-01-01T00:00:00.123456789Z', addresses },
  ...more,
});

const operation = 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles';

const call = (assets: readonly string[], answer: unknown, more: SampleExchange = {}): SampleExchange => ({
  operation,
  body: JSON.stringify({ referenceId: 'R-1', assets, allEnabledAssets: false }),
  answer,
  ...more,
});

const refused: SampleExchange = call(['ETHEREUM_USDT'], { message: 'no' }, { status: 400 });
const busy: SampleExchange = call(['ETHEREUM_USDT'], { message: 'busy' }, { status: 409 });
const lost: SampleExchange = { operation, failure: 'reset' };

const said = (result: OracleResult) =>
  'faults' in result ? result.faults.map(({ code }) => code).join(' ') : result.state;

const recordInOrder = (tale: readonly SampleExchange[]) =>
  recordOfExchanges(...tale.map((one, at) => ({ atMs: 20 * at, ...one })));

const same = async (...tale: readonly [SampleExchange, SampleExchange]) =>
  said(sameBundle(await recordInOrder(tale), { first: 'p0-1', again: 'p0-2' }));

const first = call(['ETHEREUM_USDT'], bundle([eth]));

test('a second call returns the bundle of the first call', async () => {
  const again = (answer: unknown) => same(first, call(['ETHEREUM_USDT'], answer));
  expect(await again(bundle([eth]))).toBe('held');
  expect(await again(bundle([eth, usdt], { createdAt: '2026-01-01T00:00:00.123457Z' }))).toBe('held');
  expect(await again(bundle([{ ...eth, address: evm.toLowerCase() }]))).toBe('held');
  const replaced = { ...eth, address: evmOther, id: 'UBADR-2' };
  expect(await again(bundle([replaced], { deactivatedAddresses: [{ ...eth, active: false }] }))).toBe('held');
  expect(await again(bundle([replaced]))).toBe('differs');
  expect(await again(bundle([{ ...eth, id: 'UBADR-2' }]))).toBe('differs');
  expect(await again(bundle([]))).toBe('differs');
  expect(await again(bundle([eth], { id: 'CASB-2' }))).toBe('differs');
  expect(await again(bundle([eth], { referenceId: 'R-2' }))).toBe('differs');
  expect(await again(bundle([eth], { createdAt: '2026-01-01T00:00:00.223456789Z' }))).toBe('differs');
  expect(await again([])).toBe('notJson');
});

test('a bundle shows the requested assets under the sent referenceId', async () => {
  const made = (answer: Fields) => same(call(['ETHEREUM_USDT'], answer), call(['ETHEREUM_USDT'], answer));
  expect(await made(bundle([eth, bsc]))).toBe('held');
  expect(await made(bundle([]))).toBe('differs');
  expect(await made(bundle([eth], { referenceId: 'another' }))).toBe('differs');
});

test('a refused call, first or second, yields no bundle', async () => {
  expect(await same(refused, first)).toBe('notAccepted');
  expect(await same(first, refused)).toBe('notAccepted');
  expect(await same(first, lost)).toBe('transport');
});

const adds = async (...tale: readonly [SampleExchange, SampleExchange]) =>
  said(addsAssets(await recordInOrder(tale), { before: 'p0-1', after: 'p0-2' }));

test('a later call adds what is missing and keeps the rest', async () => {
  const later = (assets: readonly string[], answer: Fields) => adds(first, call(assets, answer));
  expect(await later(['TRON_USDT'], bundle([eth, usdt]))).toBe('held');
  expect(await later(['ETHEREUM_USDT', 'TRON_USDT'], bundle([usdt, bsc, eth]))).toBe('held');
  expect(await later(['TRON_USDT'], bundle([usdt]))).toBe('differs');
  expect(await later(['TRON_USDT'], bundle([eth]))).toBe('differs');
  expect(await later(['TRON_USDT'], bundle([{ ...eth, address: evmOther }, usdt]))).toBe('differs');
  expect(await later(['TRON_USDT'], bundle([eth, usdt], { id: 'CASB-2' }))).toBe('differs');
  expect(await later(['ETHEREUM_USDT'], bundle([eth]))).toBe('noEvidence');
  expect(await adds(refused, call(['TRON_USDT'], bundle([usdt])))).toBe('controlFailed');
  expect(await adds(first, refused)).toBe('notAccepted');
});

const options: SampleExchange = {
  operation: 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options',
  answer: { cryptoCurrencies: ['ETHEREUM_USDT', 'TRON_USDT'] },
};

async function covers(enabledAssets: string[] | undefined, ...calls: readonly SampleExchange[]): Promise<string> {
  const projects = [{ id: 'CAP-1', ...(enabledAssets && { enabledAssets }) }];
  const tale = [options, ...calls].map((sample, at) => exchangeLine(`p0-${at + 1}`, sample));
  const record = await recordOf([{ ...runLine, target: { ...runLine.target, projects } }, ...tale]);
  const ids = calls.map((_, at) => `p0-${at + 2}`);
  return said(coversAssets(record, { calls: ids, project: 'CAP-1', options: 'p0-1' }));
}

test("every enabled asset has an address; the target file's list precedes the deposit options", async () => {
  const all = (addresses: readonly Fields[]) => call([], bundle(addresses));
  expect(await covers(undefined, all([eth, usdt]))).toBe('held');
  expect(await covers(undefined, all([eth, bsc]))).toBe('differs');
  expect(await covers(['ETHEREUM_USDT', 'BSC_USDT'], all([eth, bsc]))).toBe('held');
  expect(await covers(['BSC_USDT'], all([eth, usdt]))).toBe('differs');
  expect(await covers(undefined, refused, all([eth, usdt]))).toBe('held');
  expect(await covers(undefined, refused, refused)).toBe('notAccepted');
  expect(await covers([], all([]))).toBe('noEvidence');
});

const old = { ...eth, active: false };
const renewed = [eth, bsc].map((one) => ({ ...one, address: evmOther, id: 'UBADR-2' }));

const both = ['ETHEREUM_USDT', 'BSC_USDT'];

async function replaces(before: Fields, after: unknown, address = evm): Promise<string> {
  return replacesAsked(both, [call(both, before), after], address);
}

async function replacesAsked(asked: readonly string[], [before, after]: [SampleExchange, unknown], address = evm) {
  const record = await recordInOrder([before, call(asked, after)]);
  return said(replacesDisabled(record, { before: 'p0-1', after: 'p0-2', address }));
}

test('a disabled address is replaced for each of its assets and listed as deactivated', async () => {
  const two = bundle([eth, bsc]);
  const deactivated = { deactivatedAddresses: [old, { ...bsc, active: false }] };
  expect(await replaces(two, bundle(renewed, deactivated))).toBe('held');
  expect(await replaces(bundle([eth, usdt]), bundle([renewed[0] ?? {}, usdt], { deactivatedAddresses: [old] }))).toBe(
    'held',
  );
  expect(await replaces(two, bundle([...renewed, old], deactivated), evm.toLowerCase())).toBe('held');
  expect(await replaces(two, bundle([eth, bsc], deactivated))).toContain('differs');
  expect(await replaces(two, bundle([old, { ...bsc, active: false }], deactivated))).toContain('differs');
  expect(await replaces(two, bundle(renewed))).toContain('differs');
  const lit = {
    deactivatedAddresses: [
      { ...old, active: true },
      { ...bsc, active: false },
    ],
  };
  expect(await replaces(two, bundle(renewed, lit))).toBe('stillActive');
  expect(await replaces(two, bundle(renewed, { deactivatedAddresses: [old] }))).toBe('differs');
  expect(await replaces(two, bundle([...renewed, eth], deactivated))).toBe('differs');
  expect(await replaces(two, bundle(renewed.slice(0, 1), deactivated))).toBe('differs');
  expect(await replaces(two, bundle(renewed, { ...deactivated, id: 'CASB-2' }))).toBe('differs');
  expect(await replaces(two, bundle(renewed, deactivated), tron)).toBe('noEvidence');
});

test('a call replaces a disabled address for what it asks for; the others are free', async () => {
  const partly = bundle([renewed[0] ?? {}, bsc], { deactivatedAddresses: [old] });
  expect(await replacesAsked(['ETHEREUM_USDT'], [call(both, bundle([eth, bsc])), partly])).toBe('held');
  expect(await replacesAsked(['BSC_USDT'], [call(both, bundle([eth, bsc])), partly])).toContain('differs');
});

test('a call for all enabled assets is not narrowed by what it lists', async () => {
  const run = { ...runLine, target: { ...runLine.target, projects: [{ id: 'CAP-1', enabledAssets: both }] } };
  const faultsOf = async (allEnabledAssets: boolean) => {
    const body = JSON.stringify({ referenceId: 'R-1', assets: ['BSC_USDT'], allEnabledAssets });
    const path = '/v1/user/crypto-acquiring/CAP-1/static/bundles';
    const record = await recordOf([run, exchangeLine('p0-1', { operation, path, body, answer: bundle([bsc]) })]);
    return uncoveredFaults(record, record.exchange('p0-1')).length;
  };
  expect(await faultsOf(true)).toBe(1);
  expect(await faultsOf(false)).toBe(0);
});

async function race(uses: readonly SampleExchange[], later: SampleExchange): Promise<string> {
  const record = await recordOfExchanges(...uses, { atMs: 500, ...later });
  return said(oneBundle(record, { uses: uses.map((_, at) => `p0-${at + 1}`), later: `p0-${uses.length + 1}` }));
}

test('simultaneous first calls make one bundle, whether one or all are accepted', async () => {
  const other = call(['ETHEREUM_USDT'], bundle([eth], { id: 'CASB-2' }));
  const elsewhere = call(['ETHEREUM_USDT'], bundle([{ ...eth, address: evmOther }]));
  expect(await race([first, first, first], first)).toBe('held');
  expect(await race([first, busy, busy], first)).toBe('held');
  expect(await race([first, busy, lost], first)).toBe('held');
  expect(await race([first, other], first)).toBe('differs');
  expect(await race([first, first], other)).toBe('differs');
  expect(await race([first, elsewhere], first)).toBe('differs');
  expect(await race([busy, busy], first)).toBe('notAccepted notAccepted');
  expect(await race([lost, lost], first)).toBe('transport transport');
  expect(await race([first, first], refused)).toBe('notAccepted');
  expect(await race([first, lost], first)).toBe('noEvidence');
  expect(await race([first, { ...first, atMs: 100 }], first)).toBe('noEvidence');
});

test('the first address is read as written, and only from an accepted bundle', async () => {
  const record = await recordOfExchanges(first, refused, call([], bundle([{ asset: 'TRON_USDT' }, usdt])));
  const found = ['p0-1', 'p0-2', 'p0-3'].map((id) => firstAddress(record.exchange(id)));
  expect(found).toEqual([evm, undefined, tron]);
});

test('references that differ in outer spaces may have one bundle, not those in letter case; one reference in two projects may', async () => {
  const of = (referenceId: string, shown: string, { project = 'CAP-1', ...more }: Fields = {}): SampleExchange => ({
    operation,
    path: `/v1/user/crypto-acquiring/${project}/static/bundles`,
    body: JSON.stringify({ referenceId, assets: ['ETHEREUM_USDT'] }),
    answer: bundle([eth], { referenceId: shown, ...more }),
  });
  const kept = async (...tale: readonly SampleExchange[]) => said(bundlesKept(await recordInOrder(tale)));
  expect(await kept(of('R-1', 'R-1'), of('R-1 ', 'R-1'))).toBe('held');
  expect(await kept(of('R-1', 'R-1'), of('r-1', 'R-1'))).toBe('differs differs');
  expect(await kept(of('R-1', 'R-1'), of('R-1', 'R-1', { project: 'CAP-2' }))).toBe('held');
  expect(await kept(of('R-1', 'R-1'), of('R-1', 'R-1', { id: 'CASB-2', project: 'CAP-2' }))).toBe('held');
  expect(await kept(of('R-1', 'R-1'), of('R-1', 'R-1', { id: 'CASB-2' }))).toBe('differs');
  expect(await kept(of('R-1', 'R-1'), of('R-2', 'R-2', { project: 'CAP-2' }))).toBe('differs');
  // Nobody sent it in small letters.
  expect(await kept(of('R-1', 'r-1'))).toBe('differs');
});
