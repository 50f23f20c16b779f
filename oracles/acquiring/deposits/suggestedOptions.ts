import { type Exact, isExactNumber, isObject } from '../../../schemas/json/exact.ts';
import { field, grouped, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';

/** The maximum number of predefined amounts (§ Limits). */
const mostOptions = 3;

/** True for an amount, or for an object that shows one as its amount. */
function isAmount(value: Exact): boolean {
  if (isObject(value)) return isAmount(field(value, 'amount') ?? null);
  return isExactNumber(value) || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));
}

/** What an option may name that it belongs to. Each asset and each currency may have options of its own. */
const owners = ['asset', 'cryptoCurrency', 'blockchain', 'currency'];

const ownerOf = (option: Exact) => owners.map((name) => textField(option, name) ?? '').join(' ');

/** Returns the lists of amounts that a value is or contains. The interface does not show how predefined amounts are listed; other lists mean something else. */
function amountListsIn(value: Exact | undefined): Exact[][] {
  if (Array.isArray(value) && value.length > 0 && value.every(isAmount)) return [...grouped(value, ownerOf).values()];
  if (Array.isArray(value)) return value.flatMap(amountListsIn);
  return isObject(value) ? Object.values(value).flatMap(amountListsIn) : [];
}

/** suggestedAmounts is null, or has at most three options (DEP-06). */
export function suggestsFew({ exchange, where, value }: Sighting): Fault[] {
  return amountListsIn(field(value, 'suggestedAmounts'))
    .filter(({ length }) => length > mostOptions)
    .map((options) => ({
      code: 'differs',
      what: `${where}/suggestedAmounts`,
      wanted: `at most ${mostOptions} options`,
      seen: `${options.length}: ${excerpt(options)}`,
      exchanges: [exchange.id],
    }));
}
