import type { TradeArgs, TradeLooks, TradeSide } from '../../../oracles/exchange/trades.ts';
import type { AssertionLine } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { exchangeLine, paymentLike, recordOf, runLine, type SampleExchange } from './records.ts';

/** One sample exchange order: its amount, and by how much both balances rose. */
export interface SampleTrade {
  amount: string;
  base: string;
  quote: string;
  /** Another payment in both currencies arrives in between. */
  disturbed?: boolean;
  /** Prices after the order, if they changed. */
  later?: readonly [bid: string, ask: string];
  created?: Partial<SampleExchange>;
  /** The payment that search shows for the order. */
  shown?: Readonly<Record<string, unknown>>;
}

/** Orders on one side of ABCXYZ, and the rate of that pair. */
export interface SampleTrades {
  side?: TradeSide;
  rate?: Readonly<Record<string, unknown>>;
  prices?: readonly [bid: string, ask: string];
  /** The field of a balance that contains its amount. */
  figure?: string;
  /** The decimals of XYZ in the methods list. */
  quotePlaces?: number;
  /** Both balances before each order. */
  balance?: string;
  trades: readonly SampleTrade[];
}

/** The number of exchanges in one round. */
const perRound = 9;

const orderId = 'ORD-00000000-0000-4000-8000-000000000001';

const looksAt = (first: number): TradeLooks => ({
  rates: `p0-${first}`,
  balances: `p0-${first + 1}`,
  base: `p0-${first + 2}`,
  quote: `p0-${first + 3}`,
});

function taleOf({
  rate = {},
  prices,
  side = 'BUY',
  figure = 'balance',
  balance = '1000',
  trades,
}: SampleTrades): SampleExchange[] {
  const [bid, ask] = prices ?? ['1.9', '2.1'];
  const names = { pair: 'ABCXYZ', baseAsset: 'ABC', quoteAsset: 'XYZ', scale: 2, roundingMode: 'HALF_EVEN', ...rate };
  const rates = (low: string, high: string): SampleExchange => ({
    operation: 'GET /v1/user/exchange/rates',
    answer: `[${JSON.stringify(names).slice(0, -1)},"bid":${low},"ask":${high}}]`,
  });
  const balances = (base: string, quote: string): SampleExchange => ({
    operation: 'GET /v1/user/wallet/balances',
    answer: `[{"currency":"ABC","${figure}":${base}},{"currency":"XYZ","${figure}":${quote}}]`,
  });
  const page = (content: unknown[]): SampleExchange => ({
    operation: 'GET /v2/user/payments/search',
    answer: { content },
  });
  const plus = (rise: string) => (Math.round(Number(balance) * 1e6) / 1e6 + Number(rise)).toFixed(8);
  const other = paymentLike({ id: 'PMT-other', orderId: 'ORD-9', clientOrderId: 'theirs', status: 'SUCCESS' });
  return trades.flatMap(({ amount, base, quote, disturbed, later, created, shown }, index) => {
    const key = `K-${index}`;
    const own = shown ? [paymentLike({ id: `PMT-${index}`, clientOrderId: key, ...shown })] : [];
    const late = page([...own, ...(disturbed ? [other] : [])]);
    const body = `{"symbolPair":"ABCXYZ","side":"${side}","amount":${amount}}`;
    const sent: SampleExchange = { operation: 'POST /v1/user/exchange', key, body, answer: orderId, ...created };
    const before = [rates(bid, ask), balances(balance, balance), page([]), page([])];
    return [...before, sent, rates(...(later ?? [bid, ask])), balances(plus(base), plus(quote)), late, late];
  });
}

/** Returns the record of these orders and the arguments of their assertion; `oracle` also writes the assertion to the record. */
export async function recordOfTrades(
  given: SampleTrades,
  oracle?: string,
  after: readonly SampleExchange[] = [],
): Promise<{ record: RunRecord; args: TradeArgs }> {
  const rounds = given.trades.map((_, index) => {
    const first = index * perRound + 1;
    return { before: looksAt(first), created: `p0-${first + 4}`, after: looksAt(first + 5) };
  });
  const { side = 'BUY', quotePlaces } = given;
  const places = quotePlaces === undefined ? {} : { quotePlaces };
  const args: TradeArgs = { symbolPair: 'ABCXYZ', base: 'ABC', quote: 'XYZ', side, rounds, ...places };
  const tale = [...taleOf(given), ...after];
  const lines = tale.map((sample, index) => exchangeLine(`p0-${index + 1}`, { atMs: index * 20, ...sample }));
  const assertion: AssertionLine = { kind: 'claim', requirement: 'XCH-04a', oracle: oracle ?? 'accepted', args };
  const all = [runLine, ...lines, ...(oracle === undefined ? [] : [assertion])];
  return { record: await recordOf([...all, { kind: 'swept', atNs: '0', lines: all.length }]), args };
}
