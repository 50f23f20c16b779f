import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { expect, test } from '@playwright/test';
import { stringify } from 'lossless-json';
import { type Exact, parseExact } from '../../schemas/json/exact.ts';
import { newAuthority, newServerCertificate, type ServerNames } from './certificates.ts';
import { edited } from './edits.ts';
import { clientOperations, operationOf } from './operationTable.ts';
import { listedId, pageOf } from './pages.ts';
import { RuleBook } from './rules.ts';

async function handshake(names: ServerNames, trusted: 'ours' | 'another'): Promise<string> {
  const authority = newAuthority('ours');
  const { key, cert } = newServerCertificate(authority, names);
  const server = createServer({ key, cert });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ca = trusted === 'ours' ? authority.pem : newAuthority('another').pem;
  const { port } = server.address() as AddressInfo;
  const result = await new Promise<string>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', ca, servername: 'localhost' }, () => resolve('trusted'));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
  });
  server.closeAllConnections();
  server.close();
  return result;
}

const here = { hosts: ['localhost'], addresses: [[127, 0, 0, 1]] };

test('certificates are trusted by their authority, for their names, until they end', async () => {
  expect(await handshake(here, 'ours')).toBe('trusted');
  expect(await handshake(here, 'another')).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED|SIGNATURE/);
  expect(await handshake({ hosts: ['other.example'], addresses: [] }, 'ours')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(await handshake({ ...here, endsAt: Date.now() - 1_000 }, 'ours')).toBe('CERT_HAS_EXPIRED');
});

test('rules count the requests that fit them, and the first that fits decides', () => {
  const book = new RuleBook([
    { operation: 'a', to: 1, action: { do: 'reset' } },
    { operation: 'a', from: 3, action: { do: 'silence' } },
  ]);
  expect(['a', 'b', 'a', 'a'].map((operation) => book.next(operation).do)).toEqual([
    'reset',
    'pass',
    'pass',
    'silence',
  ]);
});

test('a request is known by its method and path', () => {
  expect(operationOf('GET', '/v1/user/payments/PMT-1?x=1')?.id).toBe('getPayment');
  expect(operationOf('POST', '/v1/user/payments/payout')?.isText).toBe(true);
  expect(operationOf('GET', '/v1/user/payments/a/b')).toBeUndefined();
});

const payment =
  '{"id":"PMT-1","status":"NEW","orderId":"ORD-1","currency":"USDT","amount":1.50,"orderType":"PAYIN","createdAt":"2026-01-01T00:00:00.123Z","comment":"x","balanceAfterPayment":2}';

function changed(edit: Parameters<typeof edited>[2]): string {
  const parsed = parseExact(payment);
  const schema = clientOperations.get('getPayment')?.answer ?? {};
  return stringify(edited('fault' in parsed ? null : (parsed.value as Exact), schema, edit)) ?? '';
}

test('an edit changes what it names, and stays within the interface', () => {
  expect(changed({ edit: 'times', fraction: '.123456789' })).toBe(payment.replace('.123Z', '.123456789Z'));
  expect(changed({ edit: 'numbers', values: ['1e-8', '0.30'] })).toBe(
    payment.replace('1.50', '1e-8').replace('"balanceAfterPayment":2', '"balanceAfterPayment":0.30'),
  );
  expect(changed({ edit: 'nulls' })).toContain('"comment":null,"balanceAfterPayment":null');
  expect(changed({ edit: 'absent fields' })).not.toContain('comment');
  expect(changed({ edit: 'unknown values' })).toContain('"status":"SOMETHING_NEW"');
  expect(changed({ edit: 'unknown fields' })).toContain('"riskScore":0.75');
});

test('pages have the payments of a list in order, and a list may grow', () => {
  const page = (target: string) =>
    pageOf({ payments: 5, size: 2, growth: { at: 'beginning', by: 1 } }, { target, page: { content: [{}] } }) as {
      content: { id: string }[];
      last: boolean;
    };
  const ids = (target: string) => page(target).content.map(({ id }) => id);
  expect(ids('/v2/user/payments/search')).toEqual([0, 1].map(listedId));
  expect(ids('/v2/user/payments/search?page=1')).toEqual([1, 2].map(listedId));
  expect(ids('/v2/user/payments/search?page=2&size=2')).toEqual([3, 4].map(listedId));
  expect(page('/v2/user/payments/search?page=2').last).toBe(true);
});

test('a page has no more payments than the largest size, whatever is asked for', () => {
  const page = pageOf({ payments: 5, size: 2, most: 3 }, { target: '/s?size=100', page: { content: [{}] } });
  expect(page).toMatchObject({ content: [0, 1, 2].map((nth) => ({ id: listedId(nth) })), last: false });
});
