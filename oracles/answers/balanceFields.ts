import {
  type Decimal,
  decimal,
  type Exact,
  type ExactObject,
  isExactNumber,
  isObject,
} from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { BalanceFields } from '../../traffic/target/file/targetFile.ts';
import { fieldTypes, typeName } from '../core/typeName.ts';

/** An entry of the balances: a currency and its available amount. */
interface Wallet {
  currency: string;
  figure: Decimal;
}

/** Common field names for the currency and the amount of an entry, in lower case. Names for the available amount come first. */
const currencyNames = ['currency', 'currencycode', 'asset', 'assetcode', 'coin', 'ticker', 'symbol', 'code', 'iso'];
const figureNames = [
  ...['available', 'availablebalance', 'availableamount', 'availablefunds', 'spendable', 'free'],
  ...['balance', 'currentbalance', 'amount', 'value', 'total', 'totalbalance'],
];

/** A currency as the key of a map of balances: at least two capitals or digits. */
const currencyKey = /^[A-Z][A-Z0-9]{1,11}$/;

/** The greatest depth at which an answer is searched for balances. */
const deepest = 4;

const plain = (name: string) => name.replace(/[^A-Za-z]/g, '').toLowerCase();

const numberText = /^-?\d{1,40}(\.\d{1,40})?$/;

const figureOf = (value: Exact | undefined): Decimal | undefined => {
  if (isExactNumber(value)) return decimal(value);
  return typeof value === 'string' && numberText.test(value) ? decimal(value) : undefined;
};

/** Returns the first readable field of the given lower-case names. A field may be an object that contains such a field. */
function firstOf<T>(
  value: Exact | undefined,
  names: readonly string[],
  readOne: (value: Exact | undefined) => T | undefined,
): T | undefined {
  if (!isObject(value)) return readOne(value);
  const byName = new Map(Object.entries(value).map(([name, inner]) => [plain(name), inner]));
  const found = names.map((name) => byName.get(name)).filter((inner) => inner !== undefined && inner !== null);
  return found.map((inner) => firstOf(inner, names, readOne)).find((one) => one !== undefined);
}

const textOf = (value: Exact | undefined) => (typeof value === 'string' ? value : undefined);

/** Returns the value at a path of names separated by slashes. */
const at = (value: Exact | undefined, place: string): Exact | undefined =>
  place
    .split('/')
    .filter(Boolean)
    .reduce<Exact | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** Reads an entry by the field names of the target file, or else by common names. */
function walletOf(entry: Exact, key: string | undefined, fields: BalanceFields | undefined): Wallet[] {
  const named = fields?.currency;
  const currency =
    named === undefined
      ? (key ?? (isObject(entry) ? firstOf(entry, currencyNames, textOf) : undefined))
      : textOf(at(entry, named));
  const figure = fields ? figureOf(at(entry, fields.figure)) : firstOf(entry, figureNames, figureOf);
  return currency !== undefined && figure ? [{ currency: currency.toUpperCase(), figure }] : [];
}

/** Returns the entries of a list, or of a map by currency. */
function entriesOf(value: Exact, fields?: BalanceFields): Wallet[] {
  if (Array.isArray(value)) return value.flatMap((entry) => walletOf(entry, undefined, fields));
  if (!isObject(value)) return [];
  const entries = Object.entries(value);
  const isMap = fields ? fields.currency === undefined : entries.every(([name]) => currencyKey.test(name));
  return isMap ? entries.flatMap(([name, entry]) => walletOf(entry, name, fields)) : [];
}

/** Returns the entries of the first list or map in an answer, lists before maps; empty if nothing is recognized. */
function walletsWithin(value: Exact | undefined, depth = 0): Wallet[] {
  if (value === undefined || depth > deepest) return [];
  const own = entriesOf(value);
  if (own.length > 0 || !isObject(value)) return own;
  const inner = Object.values(value as ExactObject).toSorted(
    (a, b) => Number(Array.isArray(b)) - Number(Array.isArray(a)),
  );
  return inner.map((one) => walletsWithin(one, depth + 1)).find((found) => found.length > 0) ?? [];
}

const known = new WeakMap<Exchange, Wallet[]>();

/**
 * Returns the wallets in an answer of the balances. interface.md does not show their fields (§ Balance), so the names of the target file or else common names
 * are used.
 */
function walletsIn(answer: Exchange): Wallet[] {
  const fields = answer.line.balances;
  const read = () =>
    fields ? entriesOf(at(answer.json, fields.list ?? '') ?? null, fields) : walletsWithin(answer.json);
  const wallets = known.get(answer) ?? (answer.class === 'accepted' ? read() : []);
  known.set(answer, wallets);
  return wallets;
}

/** True if an answer has any content. */
const isFilled = (json: Exact | undefined): boolean =>
  Array.isArray(json) ? json.length > 0 : isObject(json) && Object.values(json).some((inner) => inner !== null);

const shownAs = (json: Exact | undefined): string =>
  Array.isArray(json)
    ? `an array of ${fieldTypes(json[0] ?? null)}`
    : `${typeName(json ?? null)}: ${fieldTypes(json ?? null)}`;

/** Returns a fault if balances have content but none of their fields is recognized; undefined otherwise. */
export function unknownFieldsFault(answer: Exchange): Fault | undefined {
  if (answer.class !== 'accepted' || walletsIn(answer).length > 0 || !isFilled(answer.json)) return undefined;
  const hint = `they are ${shownAs(answer.json)}: name the fields of currency and figure in the target file (balances)`;
  return { code: 'missing', wanted: 'balances with known field names', hint, exchanges: [answer.id] };
}

const isRead = ({ line }: Exchange) => line.operation === 'GET /v1/user/wallet/balances';

/**
 * Returns the reason why the balances in some exchanges give no figure for some currencies: their fields are not recognized, or they do not name a currency
 * exactly once.
 */
export function noFigureFault(record: RunRecord, exchanges: readonly string[], currencies: readonly string[]): Fault {
  const reads = exchanges
    .filter((id) => record.has(id))
    .map((id) => record.exchange(id))
    .filter(isRead);
  const unread = reads.map(unknownFieldsFault).find((fault) => fault !== undefined);
  const isDoubled = ({ length }: readonly unknown[]) => length > 1;
  const doubled = currencies.find((currency) => reads.some((one) => isDoubled(figuresFor(one, currency))));
  const reason =
    doubled === undefined
      ? `the balances show no figure for ${currencies.join(' or ')}`
      : `the balances show several figures for ${doubled}`;
  return unread ?? { code: 'notApplicable', reason, exchanges };
}

/** Returns the figures that an answer shows for a currency. */
export function figuresFor(answer: Exchange, currency: string): Decimal[] {
  return walletsIn(answer)
    .filter((wallet) => wallet.currency === currency)
    .map(({ figure }) => figure);
}
