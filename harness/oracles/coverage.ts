import { type Decimal, decimal, type Exact, type ExactObject, isExactNumber } from '../../schemas/exact.ts';
import type { Exchange } from '../exchange.ts';
import type { Fault } from '../fault.ts';
import { field, type RunRecord, textField } from '../record.ts';
import { balanceIn } from './balance.ts';

/** The listed methods that a pay-out's body may mean: the one of its id, or those of its currency. */
function methodsOf(record: RunRecord, body: Exact | undefined): ExactObject[] {
  const [id, currency] = ['paymentMethodId', 'currency'].map((name) => textField(body, name));
  const listed = record.methods.map(({ value }) => value).filter((one) => textField(one, 'orderType') === 'PAYOUT');
  if (id !== undefined) return listed.filter((one) => textField(one, 'id') === id);
  return listed.filter((one) => textField(one, 'currency') === currency);
}

/** The most that a pay-out may take: its amount, and the dearest fee of the methods that it may mean. */
function mostOf(amount: Decimal, methods: readonly ExactObject[]): Decimal {
  const figure = (method: ExactObject, name: string) => {
    const value = field(method, name);
    return isExactNumber(value) ? decimal(value) : decimal('0');
  };
  const fees = methods.flatMap((method) => [
    amount.times(figure(method, 'percent')).div(100).plus(figure(method, 'fixed')),
    figure(method, 'minFeeAmount'),
  ]);
  return fees.reduce((most, fee) => (amount.plus(fee).gt(most) ? amount.plus(fee) : most), amount);
}

/** The next read of the balances after a request of the same account. */
function nextRead(record: RunRecord, { clock, receivedNs, line }: Exchange): Exchange | undefined {
  const reads = record
    .of('GET /v1/user/wallet/balances', line.request.account)
    .filter((read) => read.clock === clock && read.class === 'accepted' && read.sentNs > receivedNs);
  return reads.reduce<Exchange | undefined>(
    (first, read) => (first && first.sentNs < read.sentNs ? first : read),
    undefined,
  );
}

/** Why a pay-out that is sound may be refused all the same: its balance holds less than its amount, as the next read shows. */
export function uncovered(record: RunRecord, exchange: Exchange): Fault | undefined {
  const { line, id, class: kind } = exchange;
  if (kind !== 'refused' || line.operation !== 'POST /v1/user/payments/payout') return undefined;
  const body = exchange.sent;
  const amount = field(body, 'amount');
  const methods = methodsOf(record, body);
  const currency = textField(body, 'currency') ?? textField(methods[0], 'currency');
  const read = nextRead(record, exchange);
  const balance = read && currency !== undefined ? balanceIn(read, currency) : undefined;
  if (!read || !balance || !isExactNumber(amount)) return undefined;
  const most = mostOf(decimal(amount), methods);
  if (balance.gte(most)) return undefined;
  const wanted = `a ${currency} balance that covers a pay-out of ${decimal(amount).toFixed()} with its fee`;
  const hint = `it holds ${balance.toFixed()}: top the account up, or name the gap in the target file`;
  return { code: 'missing', wanted, hint, exchanges: [id, read.id] };
}
