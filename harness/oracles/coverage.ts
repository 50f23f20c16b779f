import { decimal, type Exact, isExactNumber, parseExact } from '../../schemas/exact.ts';
import type { Exchange } from '../exchange.ts';
import type { Fault } from '../fault.ts';
import { field, type RunRecord, textField } from '../record.ts';
import { balanceIn } from './balance.ts';

/** The currency of a pay-out's body, said by itself or by the method that it names. */
function currencyOf(record: RunRecord, body: Exact | undefined): string | undefined {
  const named = textField(body, 'currency');
  if (named !== undefined) return named;
  const id = textField(body, 'paymentMethodId');
  const method = record.methods.find(({ value }) => textField(value, 'id') === id);
  return id === undefined ? undefined : textField(method?.value, 'currency');
}

/** The next read of the balances after a request of the same account. */
function nextRead(record: RunRecord, { clock, receivedNs, line }: Exchange): Exchange | undefined {
  const reads = record.of('GET /v1/user/wallet/balances').filter((read) => {
    const isSame = read.clock === clock && read.line.request.account === line.request.account;
    return isSame && read.class === 'accepted' && read.sentNs > receivedNs;
  });
  return reads.reduce<Exchange | undefined>(
    (first, read) => (first && first.sentNs < read.sentNs ? first : read),
    undefined,
  );
}

/** Why a pay-out that is sound may be refused all the same: its balance holds less than its amount, as the next read shows. */
export function uncovered(record: RunRecord, exchange: Exchange): Fault | undefined {
  const { line, id, class: kind } = exchange;
  if (kind !== 'refused' || line.operation !== 'POST /v1/user/payments/payout') return undefined;
  const parsed = parseExact(line.request.body?.text ?? '');
  const body = 'value' in parsed ? parsed.value : undefined;
  const [amount, currency] = [field(body, 'amount'), currencyOf(record, body)];
  const read = nextRead(record, exchange);
  const balance = read && currency !== undefined ? balanceIn(read, currency) : undefined;
  if (!read || !balance || !isExactNumber(amount) || balance.gte(decimal(amount))) return undefined;
  const wanted = `a ${currency} balance that covers a pay-out of ${decimal(amount).toFixed()}`;
  const hint = `it holds ${balance.toFixed()}: top the account up, or name the gap in the target file`;
  return { code: 'missing', wanted, hint, exchanges: [id, read.id] };
}
