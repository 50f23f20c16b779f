import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, type Exact, isExactNumber } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ControlActionLine } from '../../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { balanceIn } from '../../answers/balances.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { statusesRead } from '../ending.ts';
import type { OnceArgs } from '../settledOnce.ts';
import { looksOf, requestRead, shows } from '../visits.ts';

/** The settlements of a run, each with the reads of the balances before it, after it and a moment later. */
export interface SumsArgs {
  settlements: readonly OnceArgs[];
}

/** A stretch of a run in which a balance is compared, in ns of its clock, and the currency of that balance. */
interface Stretch {
  fromNs: bigint;
  toNs: bigint;
  currency: string;
}

/** What began so long before a balance is read may still change it, and a page may be looked at so long after its settlement, ns. */
const lateNs = 5_000_000_000n;

const isIn = ({ fromNs, toNs }: Stretch, beganNs: bigint) => beganNs >= fromNs - lateNs && beganNs <= toNs;

const isNear = ({ fromNs, toNs, ...rest }: Stretch, seenNs: bigint) =>
  isIn({ ...rest, fromNs, toNs: toNs + 2n * lateNs }, seenNs);

/** Returns the currency that a control action moves; undefined if it does not say, empty if it moves none. */
function movedBy({ what, args }: ControlActionLine): string | undefined {
  const { asset } = args as { asset?: string };
  if (what === 'chain/transfers') return asset === undefined ? undefined : currencyOf(asset);
  return what === 'clock' || what.endsWith('/settle') ? undefined : '';
}

/** True if a request orders something that moves balances. */
const isOrder = ({ line }: Exchange) =>
  /^POST \/v1\/user\/(?:payments|exchange)/.test(line.operation ?? line.request.method);

/** True if nothing else of the run may have moved the balance meanwhile: no order, no payment of the control API, no settlement on another page. */
function isQuiet(record: RunRecord, stretch: Stretch, own: string): boolean {
  const orders = record.exchanges.filter((one) => isOrder(one) && isIn(stretch, one.sentNs));
  const moved = record.controlActions.filter(
    (one) => isIn(stretch, BigInt(one.askedNs ?? one.atNs)) && (movedBy(one) ?? stretch.currency) === stretch.currency,
  );
  const others = [...record.pages.values()].filter(({ id }) => id !== own);
  const settled = others.some((page) =>
    looksOf(page)
      .filter(({ step }) => /^(?:settled|paid )/.test(step))
      .some(({ afterMs }) => isNear(stretch, BigInt(page.sentNs) + BigInt(Math.round(afterMs)) * 1_000_000n)),
  );
  return orders.length === 0 && moved.length === 0 && !settled;
}

/** What a settlement took, and what it may take: what is due, also less what its merchant receives. */
interface Taken {
  settlement: OnceArgs;
  lost: Decimal;
  right: readonly Decimal[];
  currency: string;
}

/** Returns what a settlement may take from the balance. The fees are what the merchant does not receive. */
function rightSums(request: Exact | undefined, due: Decimal): Decimal[] {
  const figure = (name: string) => {
    const value = field(request, name);
    return isExactNumber(value) ? decimal(value) : decimal('0');
  };
  const fees = figure('payerPlatformFee').plus(figure('merchantPlatformFee'));
  return [due, due.minus(figure('processingAmount')), ...(fees.gt(0) ? [fees] : [])];
}

/** Returns a settlement that took something else than what is due, less what its merchant won by it, while nothing else moved the balance. */
function strayFrom(record: RunRecord, settlement: OnceArgs): Taken[] {
  const { page, reads, balances } = settlement;
  const request = requestRead(record, reads);
  const currency = textField(request, 'currency') ?? '';
  const [asks, paid, credited] = ['payAmount', 'paidAmount', 'processingAmount'].map((name) => field(request, name));
  const asked = asks ?? paid;
  const [first, second, third] = balances.map((read) => record.exchange(read));
  if (!first || !second || !third || !isExactNumber(asked) || !isExactNumber(credited)) return [];
  if (statusesRead(record, reads).at(-1) !== 'SUCCESS') return [];
  const [before, after, calm] = [first, second, third].map((one) => balanceIn(one, currency));
  if (!before || !after || !calm || !after.eq(calm)) return [];
  const [due, lost] = [decimal(asked), before.minus(after)];
  const right = rightSums(request, due);
  const stretch = { fromNs: first.sentNs, toNs: third.receivedNs, currency };
  const isExplained = right.some((sum) => lost.eq(sum));
  return isExplained || !isQuiet(record, stretch, page) ? [] : [{ settlement, lost, right, currency }];
}

/**
 * Settlements take what is due from the sandbox balance, less what the merchant receives by them (SBX-06). Others may use the balance meanwhile, so that only
 * sums which are wrong at two settlements count, while the run itself moved nothing.
 */
export function takesWhatIsDue(record: RunRecord, { settlements }: SumsArgs): OracleResult {
  const known = settlements.filter(({ balances }) => balances.length > 0);
  const exchanges = known.flatMap(({ page, balances }) => [page, ...balances]);
  const reason = 'fewer than two settlements had their balance read';
  if (known.length < 2) return faultResult({ code: 'notApplicable', reason, exchanges });
  const stray = known.flatMap((one) => strayFrom(record, one));
  if (stray.length < 2) return toResult(exchanges, []);
  return toResult(
    exchanges,
    stray.map(({ settlement: { page, balances }, lost, right: [due, net], currency }) => ({
      ...shows(
        record.page(page),
        `${due?.toFixed()} ${currency} taken from the balance, or ${net?.toFixed()} with what the merchant receives`,
        `${lost.toFixed()} taken`,
      ),
      exchanges: [page, ...balances],
    })),
  );
}
