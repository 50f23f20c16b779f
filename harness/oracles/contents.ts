import { type Exact, isObject } from '../../schemas/exact.ts';
import { formats } from '../../schemas/formats.ts';
import type { Exchange } from '../exchange.ts';
import { excerpt, type Fault } from '../fault.ts';
import { field, type RunRecord, type Sighting } from '../record.ts';
import { assetsListed } from './acquired.ts';
import { kindOf, outlineOf } from './outline.ts';
import { accepted } from './reply.ts';
import { learned, type Ruling } from './ruling.ts';

/** The fields of a checkout whose contents interface.md does not show (§ Checkout). */
const opaque = [
  'cryptoCurrencies',
  'cryptoCurrenciesByBlockchain',
  'cryptoCurrencyDetails',
  'estimatedPayAmounts',
] as const;

const isAsset = formats['asset-id'];

const nothing = 'nothing';

const joined = (words: readonly string[]) => [...new Set(words)].sort().join(' or ');

function itemForm(value: Exact): string {
  if (typeof value === 'string') return isAsset(value) ? 'asset identifier' : 'text';
  if (Array.isArray(value)) return `list of ${joined(value.map(itemForm)) || nothing}`;
  return isObject(value) ? `{${outlineOf(value)}}` : kindOf(value);
}

/** What a value is made of, in words that do not hang on the values themselves. */
function formOf(value: Exact | undefined): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return nothing;
  if (!isObject(value)) return itemForm(value);
  const names = Object.keys(value);
  if (names.length === 0) return nothing;
  return `${joined(Object.values(value).map(itemForm))} by ${names.every(isAsset) ? 'asset identifier' : 'name'}`;
}

/** One of those fields in an answer. */
export interface Content {
  exchange: Exchange;
  name: string;
  form: string;
}

/** The fields of a new checkout whose contents are not shown, each with its form (CHK-09); one that holds nothing says nothing of its form. */
export function contentsOf({ exchange, value }: Sighting): Content[] {
  const forms = opaque.map((name) => ({ exchange, name, form: formOf(field(value, name)) }));
  return forms.filter(({ form }) => form !== nothing);
}

function byBlockchain(value: Exact | undefined): string[] | undefined {
  const entries = isObject(value) ? Object.entries(value) : [];
  const named = entries.map(([blockchain, list]) =>
    Array.isArray(list) && list.every((one) => typeof one === 'string')
      ? list.map((one) => (String(one).startsWith(`${blockchain}_`) ? String(one) : `${blockchain}_${one}`))
      : undefined,
  );
  return named.some((list) => list === undefined) ? undefined : named.flatMap((list) => list ?? []);
}

function keysOf(value: Exact | undefined): string[] | undefined {
  const names = isObject(value) ? Object.keys(value) : [];
  return names.every(isAsset) ? names : undefined;
}

/** The assets that the four fields of a checkout name agree; a field that is empty, or names them otherwise, says nothing (CHK-09). */
export function assetsAgree({ value, where, exchange }: Sighting): Fault[] {
  const listed = new Set(assetsListed(value));
  if (listed.size === 0 || ![...listed].every(isAsset)) return [];
  const named = {
    cryptoCurrenciesByBlockchain: byBlockchain(field(value, 'cryptoCurrenciesByBlockchain')),
    cryptoCurrencyDetails: keysOf(field(value, 'cryptoCurrencyDetails')),
    estimatedPayAmounts: keysOf(field(value, 'estimatedPayAmounts')),
  };
  return Object.entries(named).flatMap(([name, assets = []]) => {
    if (assets.length === 0) return [];
    const strange = assets.filter((asset) => !listed.has(asset));
    // What a checkout would come to need not be known for every asset.
    const missing = name === 'estimatedPayAmounts' ? [] : [...listed].filter((asset) => !assets.includes(asset));
    if (strange.length + missing.length === 0) return [];
    const wanted = `the assets of cryptoCurrencies, ${excerpt([...listed].join(', '))},`;
    return [
      { code: 'differs', what: `${where}/${name}`, wanted, seen: excerpt(assets.join(', ')), exchanges: [exchange.id] },
    ];
  });
}

/** The fields of § Checkout. */
const shownFields = new Set([
  ...opaque,
  'id',
  'projectId',
  'projectName',
  'merchantDomain',
  'clientOrderId',
  'status',
  'reason',
  'name',
  'type',
  'fixedAmount',
  'returnUrl',
  'acquiringUrl',
  'createdAt',
  'expiresAt',
  'request',
  'successfulLink',
  'failureLink',
]);

/** The fields of a checkout beyond those that interface.md lists, by name (CHK-10). */
export function furtherFields(record: RunRecord, { exchange, key }: { exchange: string; key: string }): Ruling {
  const made = record.exchange(exchange);
  if (made.class !== 'accepted') return accepted(record, { exchange, what: 'a checkout to see its fields' });
  const names = isObject(made.json) ? Object.keys(made.json) : [];
  const further = names.filter((name) => !shownFields.has(name)).sort();
  return learned(key, further.join(', ') || 'none', [exchange]);
}
