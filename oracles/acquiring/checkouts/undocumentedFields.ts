import { formats } from '../../../schemas/domain/formats.ts';
import { type Exact, isObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, type Sighting } from '../../../traffic/journal/runRecord.ts';
import { fieldTypes, typeName } from '../../core/typeName.ts';

/** The fields of a checkout whose content interface.md does not show (§ Checkout). */
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

/** Describes the form of a value without the values in it. */
function formOf(value: Exact | undefined): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return nothing;
  if (!isObject(value)) return itemForm(value);
  const names = Object.keys(value);
  if (names.length === 0) return nothing;
  return `${joined(Object.values(value).map(itemForm))} by ${names.every(isAsset) ? 'asset identifier' : 'name'}`;
}

/** A field with undocumented content in an answer. */
export interface UndocumentedField {
  exchange: Exchange;
  name: string;
  form: string;
}

/** Returns the undocumented fields of a new checkout, each with its form (CHK-09). An empty field is left out. */
export function undocumentedFieldsOf({ exchange, value }: Sighting): UndocumentedField[] {
  const forms = undocumentedFields.map((name) => ({ exchange, name, form: formOf(field(value, name)) }));
  return forms.filter(({ form }) => form !== nothing);
}
