import { type Decimal, decimal, type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, grouped, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { pricesIn } from '../answers/depositPrices.ts';
import { entriesIn, limitsIn, numberIn } from '../answers/exchangeLists.ts';
import { projectInPath } from '../core/newRecord.ts';

/** The limits of an amount in a list, and what they apply to. `of` is unique among the entries of one list. */
interface Bounds {
  of: string;
  minLimit?: Decimal | undefined;
  maxLimit?: Decimal | undefined;
}

/** The list that limits the amount of an order, and how to read it. */
interface Bounded {
  list: string;
  in(list: Exchange, order: Exchange): Bounds[];
}

const orderTypes: Readonly<Record<string, string>> = { payin: 'PAYIN', payout: 'PAYOUT' };

/** True for the entry of a list that a body refers to. A body may have fewer fields than the entry. */
const isMeant = (entry: Exact, body: Exact | undefined) =>
  Object.entries({ id: 'paymentMethodId', currency: 'currency', methodKey: 'method', blockchain: 'blockchain' }).every(
    ([own, name]) => (textField(body, name) ?? textField(entry, own)) === textField(entry, own),
  );

const ofMethod: Bounded = {
  list: 'GET /v1/user/methods',
  in: (list, { line, sent }) =>
    entriesIn(list)
      .filter((one) => textField(one, 'orderType') === orderTypes[line.operation?.split('/').at(-1) ?? ''])
      .filter((one) => isMeant(one, sent))
      .map((one) => ({
        of: ['id', 'currency', 'methodKey', 'blockchain'].map((name) => textField(one, name) ?? '').join(' '),
        minLimit: numberIn(one, 'minLimit'),
        maxLimit: numberIn(one, 'maxLimit'),
      })),
};

const ofPair: Bounded = {
  list: 'GET /v1/user/exchange/limits',
  in: (list, { sent }) =>
    limitsIn(list)
      .filter(({ symbolPair }) => symbolPair === textField(sent, 'symbolPair'))
      .map((one) => ({ ...one, of: one.symbolPair ?? '' })),
};

const ofAsset: Bounded = {
  list: 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options',
  in: (list, order) => {
    const { sent } = order;
    const [asset, own] = [textField(sent, 'cryptoCurrency'), textField(sent, 'amountIn')];
    const currency = own ?? textField(field(sent, 'fixedAmount'), 'currency');
    if (projectInPath(list) !== projectInPath(order)) return [];
    return pricesIn(list.json)
      .filter((one) => one.currency === currency && one.asset === (asset ?? one.asset))
      .map((one) => ({ ...one, of: `${one.asset} ${one.currency}` }));
  },
};

const bounding: Partial<Record<string, Bounded>> = {
  'POST /v1/user/payments/payin': ofMethod,
  'POST /v1/user/payments/payout': ofMethod,
  'POST /v1/user/exchange': ofPair,
  'POST /v1/user/crypto-acquiring/{projectId}/requests': ofAsset,
  'POST /v1/user/crypto-acquiring/{projectId}/checkouts': ofAsset,
};

/** Returns the amount that the limits apply to. */
function amountIn(body: Exact | undefined): Decimal | undefined {
  const amount = field(body, 'amount') ?? field(field(body, 'fixedAmount'), 'amount');
  return isExactNumber(amount) ? decimal(amount) : undefined;
}

/** The greatest factor by which a limit is expected to change at once. */
const reach = 2;

/** True if a limit was shown with several values, and the amount is close to one of them. */
function isMoving(amount: Decimal, shown: readonly (Decimal | undefined)[]): boolean {
  const limits = shown.filter((one) => one !== undefined);
  const [first] = limits;
  const isNear = (limit: Decimal) => amount.lte(limit.times(reach)) && amount.times(reach).gte(limit);
  return limits.some((one) => first && !one.eq(first)) && limits.some(isNear);
}

/** Returns the reason why an order may be refused or accepted against the limits of the last list: a limit close to its amount changed during this run. */
export function movedLimitFault(record: RunRecord, order: Exchange): Fault | undefined {
  const bounded = bounding[order.line.operation ?? ''];
  const amount = amountIn(order.sent);
  if (!bounded || !amount) return undefined;
  const lists = record.of(bounded.list, order.line.request.account).filter((one) => one.class === 'accepted');
  const shown = grouped(
    lists.flatMap((list) => bounded.in(list, order)),
    ({ of }) => of,
  );
  const limits = [...shown.values()].flatMap((ofOne) =>
    (['minLimit', 'maxLimit'] as const).map((name) => ({ name, values: ofOne.map((one) => one[name]) })),
  );
  const moving = limits.find(({ values }) => isMoving(amount, values));
  if (!moving) return undefined;
  const seen = [...new Set(moving.values.flatMap((one) => one?.toFixed() ?? []))].slice(0, 3).join(', then ');
  const wanted = `a ${moving.name} that does not change during an order of ${amount.toFixed()}`;
  return { code: 'missing', wanted, hint: `the list shows ${seen}`, exchanges: [order.id] };
}
