import { type Decimal, decimal, type Exact, type ExactObject, isExactNumber } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { balanceIn } from '../answers/balances.ts';
import { ratesIn } from '../answers/exchangeLists.ts';

/** Returns the listed methods that a pay-out's body may refer to: the one with its id, or those of its currency. */
function methodsOf(record: RunRecord, body: Exact | undefined): ExactObject[] {
  const [id, currency] = ['paymentMethodId', 'currency'].map((name) => textField(body, name));
  const listed = record.methods.map(({ value }) => value).filter((one) => textField(one, 'orderType') === 'PAYOUT');
  if (id !== undefined) return listed.filter((one) => textField(one, 'id') === id);
  return listed.filter((one) => textField(one, 'currency') === currency);
}

/** Returns the most that a pay-out may take: its amount, and the highest fee of the methods that it may refer to. */
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

/** Returns the next read of the balances after a request of the same account. */
function nextRead(record: RunRecord, { clock, receivedNs, line }: Exchange): Exchange | undefined {
  const reads = record
    .of('GET /v1/user/wallet/balances', line.request.account)
    .filter((read) => read.clock === clock && read.class === 'accepted' && read.sentNs > receivedNs);
  return reads.reduce<Exchange | undefined>(
    (first, read) => (first && first.sentNs < read.sentNs ? first : read),
    undefined,
  );
}

/** The greatest cost of a valid order, and its currency. */
interface Cost {
  what: string;
  currency: string;
  most: Decimal;
}

function payoutCost(record: RunRecord, body: Exact | undefined, amount: Decimal): Cost | undefined {
  const methods = methodsOf(record, body);
  const currency = textField(body, 'currency') ?? textField(methods[0], 'currency');
  if (currency === undefined) return undefined;
  return { what: `a pay-out of ${amount.toFixed()} with its fee`, currency, most: mostOf(amount, methods) };
}

/** Returns the cost of an exchange. The interface leaves open which asset an amount is in, so the higher cost is used. */
function exchangeCost(record: RunRecord, body: Exact | undefined, amount: Decimal): Cost | undefined {
  const [symbolPair, side] = ['symbolPair', 'side'].map((name) => textField(body, name));
  const rates = record.of('GET /v1/user/exchange/rates').flatMap(ratesIn);
  const [rate, ...others] = rates.filter(({ pair }) => pair === symbolPair);
  if (!rate || side === undefined) return undefined;
  const { base, quote } = rate;
  const ask = others.reduce((most, one) => (one.ask.gt(most) ? one.ask : most), rate.ask);
  const bid = others.reduce((least, one) => (one.bid.lt(least) ? one.bid : least), rate.bid);
  const converted = side === 'SELL' ? amount.div(bid) : amount.times(ask);
  const what = `an order to ${side} ${amount.toFixed()} ${symbolPair}`;
  return { what, currency: side === 'SELL' ? base : quote, most: converted.gt(amount) ? converted : amount };
}

const costs: Partial<Record<string, typeof payoutCost>> = {
  'POST /v1/user/payments/payout': payoutCost,
  'POST /v1/user/exchange': exchangeCost,
};

/** Returns the possible cost of a refused order, the next read of the balances, and the figure in it. */
function fundsOf(record: RunRecord, exchange: Exchange) {
  const { line, class: kind } = exchange;
  const costOf = kind === 'refused' ? costs[line.operation ?? ''] : undefined;
  if (!costOf) return undefined;
  const body = exchange.sent;
  const amount = field(body, 'amount');
  const cost = isExactNumber(amount) ? costOf(record, body, decimal(amount)) : undefined;
  const read = nextRead(record, exchange);
  return cost && read && { ...cost, read, balance: balanceIn(read, cost.currency) };
}

/** Returns the reason why a valid pay-out or exchange order may be refused: the next read shows a balance below its cost. */
export function insufficientFunds(record: RunRecord, exchange: Exchange): Fault | undefined {
  const funds = fundsOf(record, exchange);
  if (!funds?.balance?.lt(funds.most)) return undefined;
  const { currency, what, balance, read } = funds;
  const wanted = `a ${currency} balance that covers ${what}`;
  const hint = `the balance is ${balance.toFixed()}: top up the account, or name the gap in the target file`;
  return { code: 'missing', wanted, hint, exchanges: [exchange.id, read.id] };
}

/**
 * Returns the reason why it is unknown whether the balance covered a refused order: the next read of the balances shows no figure for the currency. The figure
 * may be missing because there are no funds.
 */
export function unknownFunds(record: RunRecord, exchange: Exchange): Fault | undefined {
  const funds = fundsOf(record, exchange);
  if (!funds || funds.balance) return undefined;
  const wanted = `a ${funds.currency} balance that covers ${funds.what}`;
  const hint = 'the balances show no figure for it: top up the account, or name the gap in the target file';
  return { code: 'missing', wanted, hint, exchanges: [exchange.id, funds.read.id] };
}
