import { type Decimal, decimal, type Exact, isExactNumber, isObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { projectInPath } from '../../core/newRecord.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { accepted } from '../../general/acceptance.ts';

/** The maximum number of options (§ Checkout types, § Limits). */
const mostOptions = 3;

const numeric = /^\d+(?:\.\d+)?$/;

function amountIn(value: Exact | undefined): Decimal | undefined {
  if (isExactNumber(value)) return decimal(value);
  if (typeof value === 'string' && numeric.test(value)) return decimal(value);
  return isObject(value) ? amountIn(field(value, 'amount')) : undefined;
}

/** Returns the list of options: the field itself, or the only list inside it. The interface does not show its form. */
function optionsIn(value: Exact | undefined): Exact[] | undefined {
  if (Array.isArray(value)) return value;
  const lists = isObject(value) ? Object.values(value).filter((inner) => Array.isArray(inner)) : [];
  return lists.length === 1 ? lists[0] : undefined;
}

const textOf = (amounts: readonly Decimal[]) =>
  amounts
    .map((amount) => amount.toFixed())
    .sort()
    .join(', ');

/** Returns the amounts that the project settings suggest, if the target file gives them. */
function settled(record: RunRecord, project: string | undefined): Decimal[] | undefined {
  const { suggested } = record.target?.projects?.find(({ id }) => id === project) ?? {};
  return suggested?.amounts.filter((amount) => numeric.test(amount)).map(decimal);
}

/** Returns the amounts of the body that are not in the settings. The answer must not contain any of these amounts. */
function foreign({ sent }: Exchange, settings: readonly Decimal[]): Decimal[] {
  const named = [field(field(sent, 'fixedAmount'), 'amount'), ...(optionsIn(field(sent, 'suggestedAmounts')) ?? [])];
  return named.flatMap((one) => amountIn(one) ?? []).filter((one) => !settings.some((other) => other.eq(one)));
}

/**
 * A SUGGESTED_FIXED_PRICE checkout has at most three options, and they come from the settings, not from the body (CHK-02b). The interface does not say which
 * field shows the options. If no field shows options, the check is that the target did not accept the body's price.
 */
export function takesSettings(
  record: RunRecord,
  { exchange, mayRefuse }: { exchange: string; mayRefuse?: boolean },
): OracleResult {
  const made = record.exchange(exchange);
  if (mayRefuse && made.class === 'refused') return toResult([exchange], []);
  if (made.class !== 'accepted') return accepted(record, { exchange, what: 'a SUGGESTED_FIXED_PRICE checkout' });
  const settings = settled(record, projectInPath(made));
  const options = optionsIn(field(made.json, 'suggestedAmounts'));
  const amounts = options?.flatMap((one) => amountIn(one) ?? []);
  const price = numberIn(field(made.json, 'fixedAmount'), 'amount');
  const ours = foreign(made, settings ?? []);
  const taken = [...(price ? [price] : []), ...(amounts ?? [])].filter((one) => ours.some((own) => own.eq(one)));
  const differing = (what: string, wanted: string, seen: string): Fault => ({
    code: 'differs',
    what,
    wanted,
    seen,
    exchanges: [exchange],
  });
  const isComparable = settings && amounts && options && amounts.length === options.length;
  const faults = [
    ...(options && options.length > mostOptions
      ? [differing('the options of a checkout', `at most ${mostOptions}`, excerpt(options))]
      : []),
    ...(taken.length > 0 ? [differing('the price of a checkout', 'no amount of the body', textOf(taken))] : []),
    ...(isComparable && textOf(settings) !== textOf(amounts)
      ? [differing('the options of a checkout', `${textOf(settings)}, as in the settings,`, textOf(amounts))]
      : []),
  ];
  return toResult([exchange], faults);
}
