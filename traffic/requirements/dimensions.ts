import { decimal, type Exact, isExactNumber, isObject, parseExact } from '../../schemas/json/exact.ts';

/**
 * The dimensions in which requests and deliveries differ, each with its sentence. A requirement that the text states for "each" or "any" holds over some of them
 * (`specs/quantifiers.json`).
 */
export const dimensions = {
  operation: 'the operation of the contract',
  account: 'the account that sends the request',
  scheme: 'the authentication scheme',
  project: 'the project (widget) of the path',
  method: 'the method: coin, card or virtual account',
  naming: 'a method by its paymentMethodId, or by currency and method',
  currency: 'the currency of an amount',
  chain: 'the blockchain, or the blockchain of the asset',
  asset: 'the asset of crypto acquiring',
  pair: 'the pair of currencies',
  side: 'buying or selling',
  type: 'the type of a checkout',
  size: 'the magnitude of an amount',
  precision: 'the decimals of an amount',
  text: 'the script and the signs of a text',
  length: 'the length of a text',
  life: 'how long a checkout is open',
  count: 'the number of items of a list that is sent',
  filter: 'the parameters of a search',
  order: 'the order of a search',
  page: 'the page of a search, and its size',
  answer: 'whether the request is accepted',
  status: 'the status that an answer or a webhook shows',
  webhook: 'the kind of a webhook',
  reply: 'what the receiver answers to a webhook',
} as const satisfies Readonly<Record<string, string>>;

/** The name of a dimension. */
export type DimensionName = keyof typeof dimensions;

/** True for the name of a dimension. */
export const isDimension = (name: string): name is DimensionName => Object.hasOwn(dimensions, name);

/** A value of a dimension. One request may have several values of one dimension. */
export interface DimensionValue {
  readonly name: DimensionName;
  readonly value: string;
}

/** What the dimensions of a request are read from: a request of a journal, or one that a campaign may send. */
export interface DimensionedRequest {
  readonly operation?: string | undefined;
  /** The path with its query, escaped. */
  readonly path: string;
  readonly body?: string | undefined;
  readonly account?: string | undefined;
  readonly scheme?: string | undefined;
}

type Read = (value: string) => string | undefined;

const as: Read = (value) => value;
const lengths = [4, 8, 16, 32, 64, 128, 255, 256];

/** The class of a length: the first of the usual widths of columns that holds it. */
const lengthOf: Read = (text) => {
  const width = lengths.find((one) => text.length <= one);
  return width === undefined ? 'longer' : `at most ${width}`;
};

const scripts: readonly (readonly [name: string, is: RegExp])[] = [
  ['beyond the first plane', /[\u{10000}-\u{10ffff}]/u],
  ['beyond Latin', /[\u0100-\uffff]/],
  ['Latin', /[\u0080-\u00ff]/],
  ['signs', /["'\\<>&%+#;{}]/],
];

const scriptOf: Read = (text) => scripts.find(([, is]) => is.test(text))?.[0] ?? 'plain';

const isNumber = (text: string) => /^-?\d{1,40}(\.\d{1,40})?$/.test(text);
const sizeOf: Read = (text) => (isNumber(text) ? `10^${decimal(text).abs().e}` : undefined);
const precisionOf: Read = (text) => (isNumber(text) ? `${decimal(text).decimalPlaces()} decimals` : undefined);
const chainOf: Read = (asset) => /^([A-Z0-9]+)_[A-Z0-9]+$/.exec(asset)?.[1];
const currencyOf: Read = (asset) => /^[A-Z0-9]+_([A-Z0-9]+)$/.exec(asset)?.[1];

type Reading = Partial<Record<DimensionName, Read>>;

const freeText: Reading = { text: scriptOf, length: lengthOf };
const amount: Reading = { size: sizeOf, precision: precisionOf };
const asset: Reading = { asset: as, chain: chainOf, currency: currencyOf };

/** What each field of a body, a path or a query says of which dimensions. */
const fields: Readonly<Record<string, Reading>> = {
  currency: { currency: as },
  amountIn: { currency: as },
  method: { method: as },
  methodKey: { method: as },
  payAmount: amount,
  paidAmount: amount,
  blockchain: { chain: as },
  symbolPair: { pair: as },
  side: { side: as },
  type: { type: as },
  projectId: { project: as },
  widgetId: { project: as },
  cryptoCurrency: asset,
  preselectedCryptoCurrency: asset,
  crossPayoutAsset: { currency: as },
  baseAsset: { currency: as },
  quoteAsset: { currency: as },
  assets: asset,
  cryptoCurrencies: asset,
  status: { status: as },
  pair: { pair: as },
  amount,
  comment: freeText,
  clientOrderId: freeText,
  referenceId: freeText,
  name: freeText,
  returnUrl: freeText,
  firstName: freeText,
  lastName: freeText,
  receiverName: freeText,
  cardHolder: freeText,
};

/** The parameters of a search whose value is a dimension of its own. */
const paging: Readonly<Record<string, DimensionName>> = { sort: 'order', page: 'page', size: 'page' };

const valuesOf = (field: string, text: string): DimensionValue[] =>
  Object.entries(fields[field] ?? {}).flatMap(([name, read]) => {
    const value = read(text);
    return value !== undefined && isDimension(name) ? [{ name, value }] : [];
  });

const textOf = (value: Exact | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  return isExactNumber(value) ? value.toString() : undefined;
};

/** At most this many items of a list are read; the others say the same. */
const mostItems = 500;

const pairOf = ({ baseAsset, quoteAsset }: Readonly<Record<string, Exact>>): DimensionValue[] =>
  typeof baseAsset === 'string' && typeof quoteAsset === 'string'
    ? [{ name: 'pair', value: `${baseAsset} ${quoteAsset}` }]
    : [];

const listValues = (field: string, list: readonly Exact[]): DimensionValue[] => [
  { name: 'count', value: String(list.length) },
  ...list.slice(0, mostItems).flatMap((one) => fieldValues(field, one)),
];

function fieldValues(field: string, part: Exact): DimensionValue[] {
  if (Array.isArray(part)) return listValues(field, part);
  const text = textOf(part);
  return text === undefined ? valuesIn(part) : valuesOf(field, text);
}

/** Returns the values of all dimensions that the fields of a body or an answer say, those of the objects and lists in it too. */
export function valuesIn(value: Exact | undefined): DimensionValue[] {
  if (Array.isArray(value)) return listValues('', value);
  if (!isObject(value)) return [];
  return [...Object.entries(value).flatMap(([field, part]) => fieldValues(field, part)), ...pairOf(value)];
}

function parametersOf(operation: string, path: string): (readonly [name: string, value: string])[] {
  const template = operation.slice(operation.indexOf(' ') + 1).split('/');
  const parts = path.split('?')[0]?.split('/') ?? [];
  return template.flatMap((part, at) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? [] : [[name, parts[at] ?? ''] as const];
  });
}

function ofQuery(path: string): DimensionValue[] {
  const query = [...new URLSearchParams(path.split('?')[1] ?? '')];
  const names = [...new Set(query.map(([name]) => name))].filter((name) => paging[name] === undefined);
  const filter = names.length > 0 ? [{ name: 'filter' as const, value: names.sort().join(' and ') }] : [];
  const paged = query.flatMap(([name, value]) => {
    const dimension = paging[name];
    return dimension === undefined ? [] : [{ name: dimension, value: `${name} ${value}` }];
  });
  return [...filter, ...paged, ...query.flatMap(([name, value]) => valuesOf(name, value))];
}

const isOfPayment = /^POST \/v1\/user\/payments\/pay/;

/** How long a checkout is open: the days of its life as a power of ten, seen from its sending. */
function lifeOf(body: Exact | undefined, sentMs: number): DimensionValue[] {
  const end = isObject(body) && typeof body['expiresAt'] === 'string' ? Date.parse(body['expiresAt']) : Number.NaN;
  const minutes = (end - sentMs) / 60_000;
  return Number.isNaN(minutes) || minutes <= 0
    ? []
    : [{ name: 'life', value: `10^${Math.floor(Math.log10(minutes))} minutes` }];
}

/** Returns the values of all dimensions of a request, each once; `sentMs` is its time of sending, ms since 1970. */
export function dimensionsOf(request: DimensionedRequest, sentMs: number): readonly DimensionValue[] {
  const { operation = '', path, body = '', account = 'main', scheme = 'none' } = request;
  const parsed = body === '' ? undefined : parseExact(body);
  const json = parsed && 'value' in parsed ? parsed.value : undefined;
  const parameters = parametersOf(operation, path);
  const naming = isObject(json) && 'paymentMethodId' in json ? 'by its id' : 'by currency and method';
  const all: DimensionValue[] = [
    ...(operation === '' ? [] : [{ name: 'operation' as const, value: operation }]),
    { name: 'account', value: account },
    { name: 'scheme', value: scheme },
    ...(isOfPayment.test(operation) ? [{ name: 'naming' as const, value: naming }] : []),
    ...parameters.flatMap(([name, value]) => valuesOf(name, value)),
    ...pairOf(Object.fromEntries(parameters)),
    ...ofQuery(path),
    ...valuesIn(json),
    ...lifeOf(json, sentMs),
  ];
  return [...new Map(all.map((one) => [`${one.name} ${one.value}`, one])).values()];
}
