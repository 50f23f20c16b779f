import { hash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { callLine, requestLine, rightlySigned } from '../../tests/support/client/clientEvidence.ts';
import type { AuthenticationFacts, ClientLine, RequestLine } from '../record/clientLines.ts';
import { ClientRecord } from '../record/clientRecord.ts';
import { clientFault } from './oracle.ts';
import { chanceOf } from './salts.ts';
import { requestChecks, testeeChecks } from './traceChecks.ts';

function stateOf(name: string, lines: readonly ClientLine[]): string {
  const check = [...requestChecks, ...testeeChecks].find((one) => one.name === name);
  const result = check?.judge(new ClientRecord(lines));
  return result?.state === 'undecided' ? result.outcome : (result?.state ?? '');
}

const by = (facts: Partial<AuthenticationFacts>, more: Partial<RequestLine> = {}) =>
  requestLine({ facts: { ...rightlySigned, ...facts }, ...more });

test('a signature must be valid, with the token id and one salt', () => {
  expect(stateOf('signatures', [by({})])).toBe('held');
  expect(stateOf('signatures', [by({ signature: { isValid: true, form: 'upper-case hex' } })])).toBe('held');
  expect(stateOf('signatures', [by({ schemes: ['simple'], isSecretRight: true })])).toBe('held');
  const { signature: _, ...simple } = rightlySigned;
  const wrong: AuthenticationFacts[] = [
    { ...rightlySigned, signature: { isValid: false, form: 'hex', instead: 'the body without the salt' } },
    { ...rightlySigned, isTokenRight: false },
    { ...rightlySigned, salts: [] },
    { ...simple, schemes: [] },
    { ...simple, schemes: ['simple'], isSecretRight: false },
  ];
  for (const facts of wrong)
    expect(stateOf('signatures', [requestLine({ facts })]), JSON.stringify(facts)).toBe('broken');
  expect(stateOf('signatures', [])).toBe('unverified');
});

test('the scheme that was asked for is the one that is used', () => {
  const { signature: _, ...bare } = rightlySigned;
  const simple: AuthenticationFacts = { ...bare, schemes: ['simple'], isSecretRight: true, salts: [] };
  const by = (facts: AuthenticationFacts, asked?: 'signed' | 'simple') =>
    stateOf('signatures', [requestLine({ facts: { ...facts, ...(asked && { asked }) } })]);
  for (const asked of ['signed', undefined] as const) expect(by(rightlySigned, asked)).toBe('held');
  for (const asked of ['simple', undefined] as const) expect(by(simple, asked)).toBe('held');
  expect(by(simple, 'signed')).toBe('broken');
  expect(by(rightlySigned, 'simple')).toBe('broken');
  expect(by({ ...rightlySigned, schemes: ['signed', 'simple'], isSecretRight: true }, 'signed')).toBe('broken');
});

test('a GET has no body', () => {
  expect(stateOf('bodies of GET', [requestLine()])).toBe('held');
  expect(stateOf('bodies of GET', [requestLine({ body: { text: '{}', bytes: 2, sha256: '' } })])).toBe('broken');
});

const withSalts = (salts: readonly string[]) => salts.map((salt, at) => by({ salts: [salt] }, { call: `c${at}` }));
const many = Array.from({ length: 40 }, (_, at) => at);

/** Bytes that look random, and are the same each time. */
const bytes = (at: number, count: number) => Buffer.from(hash('sha256', `salt ${at}`), 'hex').subarray(0, count);

const uuid = (at: number) =>
  bytes(at, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');

test('random salts of any kind conform', () => {
  const start = '019ac0ffee12';
  for (const salts of [
    many.map((at) => bytes(at, 32).toString('hex')),
    many.map(uuid),
    many.map((at) => bytes(at, 16).toString('base64')),
    many.map((at) => `${start}${at}-${bytes(at, 10).toString('hex')}`),
    many.map((at) => bytes(at, 8).toString('hex')),
  ])
    expect(stateOf('salts', withSalts(salts)), salts[0]).toBe('held');
});

test('salts that are used again, counted, or read from a clock are violations', () => {
  const now = 1_790_000_000_000;
  for (const salts of [
    [uuid(0), 'a', 'a'],
    many.map((at) => `salt-${at}`),
    many.map((at) => String(now + at * 17)),
    many.map((at) => `${hash('sha256', 'one')}${at}`),
    many.map((at) => String.fromCharCode(33 + at)),
  ])
    expect(stateOf('salts', withSalts(salts)), salts.at(-1)).toBe('broken');
});

test('the chance of salts is estimated a little too low rather than too high', () => {
  const bits = chanceOf(many.map((at) => bytes(at, 16).toString('hex')));
  expect(bits).toBeGreaterThan(100);
  expect(bits).toBeLessThan(150);
});

test('a request that a library sends again after a lost connection may keep its salt, a repeat after an answer may not', () => {
  const lost = requestLine({ withheld: 'reset' });
  expect(stateOf('salts', [lost, requestLine()])).toBe('held');
  expect(stateOf('salts', [requestLine({ answer: { status: 429, bytes: 0 } }), requestLine()])).toBe('broken');
  for (const withheld of ['silence', 'cut'])
    expect(stateOf('salts', [requestLine({ withheld }), requestLine()])).toBe('broken');
});

const post = (body: string, more: Partial<RequestLine> = {}) =>
  requestLine({
    method: 'POST',
    path: '/v1/user/payments/payin',
    body: { text: body, bytes: body.length, sha256: body },
    ...more,
  });

test('a POST is repeated with its clientOrderId only', () => {
  const own = '{"clientOrderId":"a"}';
  expect(stateOf('repeated POSTs', [post(own), post(own)])).toBe('held');
  expect(stateOf('repeated POSTs', [post(own), post('{"clientOrderId":"b"}', { call: 'c2' })])).toBe('held');
  expect(stateOf('repeated POSTs', [post('{"referenceId":"a"}'), post('{"referenceId":"a"}')])).toBe('held');
  expect(stateOf('repeated POSTs', [post(own), post('{"clientOrderId":"b"}')])).toBe('broken');
  expect(stateOf('repeated POSTs', [post('{}'), post('{}')])).toBe('broken');
});

test('what a scenario of one call sends later is a repeat, too', () => {
  const one = callLine({ do: 'call', operation: 'createPayin' }, { error: { kind: 'network' } });
  const later = (id: string) => {
    const { call: _, ...line } = post(`{"clientOrderId":"${id}"}`);
    return line;
  };
  const first = post('{"clientOrderId":"a"}');
  expect(stateOf('repeated POSTs', [one, first, later('a')])).toBe('held');
  expect(stateOf('repeated POSTs', [one, first, later('b')])).toBe('broken');
  const other = callLine({ do: 'call', operation: 'createPayin' }, { value: 1 }, 1);
  expect(stateOf('repeated POSTs', [one, other, first, later('b')])).toBe('held');
});

test('nothing is sent before the time of Retry-After', () => {
  const refused = requestLine({ atMs: 100, answeredMs: 110, answer: { status: 429, bytes: 0, retryAtMs: 1_110 } });
  expect(stateOf('pace after a rate refusal', [refused, requestLine({ atMs: 1_115 })])).toBe('held');
  expect(stateOf('pace after a rate refusal', [refused, requestLine({ atMs: 600 })])).toBe('broken');
  expect(stateOf('pace after a rate refusal', [refused, requestLine({ atMs: 600, call: 'c2' })])).toBe('held');
});

test('the secret is in its header only, and at no other host', () => {
  expect(stateOf('places of the secret', [by({}, { listener: 'elsewhere' })])).toBe('held');
  expect(stateOf('places of the secret', [by({ schemes: ['simple'], isSecretRight: true })])).toBe('held');
  expect(stateOf('places of the secret', [by({ secretIn: ['the address'] })])).toBe('broken');
  for (const listener of ['elsewhere', 'another port', 'untrusted'] as const)
    expect(stateOf('places of the secret', [by({ schemes: ['simple'] }, { listener })])).toBe('broken');
});

test('the secret is in no log and in no message', () => {
  const call = callLine({ do: 'call' }, { value: 1 });
  const log = (leaks: string[]): ClientLine => ({ kind: 'output', text: '', bytes: 0, leaks });
  expect(stateOf('logs and messages', [call, log([])])).toBe('held');
  expect(stateOf('logs and messages', [call, log(['secret of the client'])])).toBe('broken');
  expect(stateOf('logs and messages', [{ ...call, isLeaking: true } as ClientLine])).toBe('broken');
});

test('the evidence of a fault begins with the requests that its words name', () => {
  const shown = { wanted: 'a fresh salt', seen: 'the salt of request r3 again', by: { id: 'r9' }, where: 'request r9' };
  expect(clientFault('clientSalt', shown).exchanges).toEqual(['r3', 'r9']);
  expect(clientFault('clientSalt', { ...shown, seen: 'none' }).exchanges).toEqual(['r9']);
});
