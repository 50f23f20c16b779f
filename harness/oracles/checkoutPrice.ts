import { excerpt } from '../fault.ts';
import { field, type RunRecord, textField } from '../record.ts';
import { isRuling, madeIn } from './checkout.ts';
import { atCreation } from './creation.ts';
import { numberIn } from './rates.ts';
import { type Ruling, ruling } from './ruling.ts';

/** fixedAmount comes back as it was sent, to the last digit (CHK-02a). */
export function carriesPrice(record: RunRecord, { exchange, what }: { exchange: string; what: string }): Ruling {
  const made = madeIn(record, exchange, what);
  if (isRuling(made)) return made;
  const [sent, seen] = [field(made.exchange.sent, 'fixedAmount'), field(made.value, 'fixedAmount')];
  const [wanted, amount] = [numberIn(sent, 'amount'), numberIn(seen, 'amount')];
  const isSame = wanted && amount?.eq(wanted) && textField(seen, 'currency') === textField(sent, 'currency');
  return ruling([exchange], isSame ? [] : [atCreation(made, 'fixedAmount', `${excerpt(sent ?? 'nothing')}, as sent,`)]);
}

/** A checkout without a price carries none (CHK-02b); a body that names one all the same may also be refused. */
export function carriesNoPrice(
  record: RunRecord,
  { exchange, what, mayRefuse }: { exchange: string; what: string; mayRefuse?: boolean },
): Ruling {
  if (mayRefuse && record.exchange(exchange).class === 'refused') return ruling([exchange], []);
  const made = madeIn(record, exchange, what);
  if (isRuling(made)) return made;
  const isPriced = field(field(made.value, 'fixedAmount'), 'amount') !== undefined;
  return ruling([exchange], isPriced ? [atCreation(made, 'fixedAmount', 'null or absent')] : []);
}
