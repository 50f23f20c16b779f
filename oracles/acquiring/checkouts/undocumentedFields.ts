import { formats } from '../../../schemas/domain/formats.ts';
import { type Exact, isObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, type Sighting } from '../../../traffic/journal/runRecord.ts';
import { fieldTypes, typeName } from '../../core/typeName.ts';

/** The fields of a checkout whose contents interface.md does not show (§ Checkout). */
export const undocumentedFields = [
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
  return isObject(value) ? `{${fieldTypes(value)}}` : typeName(value);
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
export interface UndocumentedField {
  exchange: Exchange;
  name: string;
  form: string;
}

/** The fields of a new checkout whose contents are not shown, each with its form (CHK-09); one that holds nothing says nothing of its form. */
export function undocumentedFieldsOf({ exchange, value }: Sighting): UndocumentedField[] {
  const forms = undocumentedFields.map((name) => ({ exchange, name, form: formOf(field(value, name)) }));
  return forms.filter(({ form }) => form !== nothing);
}
