import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt } from '../../../traffic/outcome/fault.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { creationFault } from '../../core/newRecord.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { isResult, newCheckoutIn } from './newCheckout.ts';

/** fixedAmount comes back exactly as it was sent (CHK-02a). */
export function carriesPrice(record: RunRecord, { exchange, what }: { exchange: string; what: string }): OracleResult {
  const made = newCheckoutIn(record, exchange, what);
  if (isResult(made)) return made;
  const [sent, seen] = [field(made.exchange.sent, 'fixedAmount'), field(made.value, 'fixedAmount')];
  const [wanted, amount] = [numberIn(sent, 'amount'), numberIn(seen, 'amount')];
  const isSame = wanted && amount?.eq(wanted) && textField(seen, 'currency') === textField(sent, 'currency');
  return toResult(
    [exchange],
    isSame ? [] : [creationFault(made, 'fixedAmount', `${excerpt(sent ?? 'nothing')}, as sent,`)],
  );
}

/** A checkout type without a price shows no price (CHK-02b). A body that names one anyway may also be refused. */
export function carriesNoPrice(
  record: RunRecord,
  { exchange, what, mayRefuse }: { exchange: string; what: string; mayRefuse?: boolean },
): OracleResult {
  if (mayRefuse && record.exchange(exchange).class === 'refused') return toResult([exchange], []);
  const made = newCheckoutIn(record, exchange, what);
  if (isResult(made)) return made;
  const isPriced = field(field(made.value, 'fixedAmount'), 'amount') !== undefined;
  return toResult([exchange], isPriced ? [creationFault(made, 'fixedAmount', 'null or absent')] : []);
}
