import { hash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { SecretSearch } from './secretSearch.ts';

const value = `${Buffer.from(hash('sha256', 'a secret'), 'hex').subarray(0, 30).toString('base64')}+/=`;
const search = new SecretSearch([{ label: 'secret', value }]);
const bytes = Buffer.from(value);

test('a secret is found decoded, hashed, as bytes and masked in part, and its line is replaced', () => {
  for (const shown of [
    value,
    value.slice(0, -4),
    `****${value.slice(20, 36)}`,
    hash('sha256', value),
    Buffer.from(value, 'base64').toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('hex').replace(/../g, '$& '),
    bytes.toString('hex').replace(/../g, '0x$&, '),
    bytes.toString('hex').replace(/../g, '\\x$&'),
    JSON.stringify([...bytes]),
    JSON.stringify([...Buffer.from(value, 'base64')].map((one) => (one > 127 ? one - 256 : one))),
    JSON.stringify([...bytes], null, 2).replaceAll('\n', ' '),
  ])
    expect(search.hidden(`begin\nkey: ${shown}.\nend`), shown).toBe('begin\n<secret>\nend');
});

test('a dump over several lines is found, and nothing of the text is kept', () => {
  expect(search.hidden(`begin ${JSON.stringify([...bytes], null, 2)}`)).toBe('<secret>');
});

test('other bytes, ids and short parts of the secret are no find', () => {
  const other = Buffer.from('another text, as long as the secret is');
  const text = `${value.slice(0, 6)}… ${hash('sha256', 'other')} <Buffer ${other.toString('hex').replace(/../g, '$& ')}> [${[...other]}]`;
  expect(search.hidden(text)).toBe(text);
});
