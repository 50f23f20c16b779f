import { type Decimal, decimal, isExactNumber, parseExact } from '../../schemas/exact.ts';
import type { Exchange } from '../exchange.ts';
import type { Fault } from '../fault.ts';
import { field, type RunRecord } from '../record.ts';
import { balanceIn } from './balance.ts';
import { hindrance } from './hindrance.ts';
import { type Ruling, ruling } from './ruling.ts';

/** Requests between two reads of the balances. */
export interface Moving {
  before: string;
  uses: readonly string[];
  after: string;
}

/** What one order moves, and rounds of requests that are to move so much no more often than is allowed. */
export interface MovesArgs {
  first: Moving;
  rounds: readonly Moving[];
  /** The currencies that the order may move: what it takes and gives is not shown for all of them. */
  assets: readonly string[];
  /** 0 for requests that are to move nothing, 1 where one of several sent at once may move what it takes. */
  allowed: 0 | 1;
  what: string;
}

/** How much less a balance holds after a round; undefined where it shows no figure. */
function dropOf(record: RunRecord, { before, after }: Moving, asset: string): Decimal | undefined {
  const [from, to] = [before, after].map((id) => balanceIn(record.exchange(id), asset));
  return from && to && from.minus(to);
}

function amountOf({ line }: Exchange): Decimal | undefined {
  const parsed = parseExact(line.request.body?.text ?? '');
  const amount = 'value' in parsed ? field(parsed.value, 'amount') : undefined;
  return isExactNumber(amount) ? decimal(amount) : undefined;
}

/** By how much larger the amount of a round's request is than that of the first, as a share of it; 0 for the same. */
function growthOf(record: RunRecord, first: Moving, round: Moving): Decimal {
  const [one, other] = [first, round].map(({ uses }) => amountOf(record.exchange(uses[0] ?? '')));
  return one && other && one.gt(0) ? other.div(one).minus(1) : decimal('0');
}

/** What lies between so many of the first drop, and so many that have grown by twice as much: a fee may not grow with the amount. */
function isSoMany(drop: Decimal, one: Decimal, { times, growth }: { times: number; growth: Decimal }): boolean {
  const [low, high] = [one.times(times), one.times(times).times(growth.times(2).plus(1))];
  const isUp = low.lte(high);
  return drop.gte(isUp ? low : high) && drop.lte(isUp ? high : low);
}

/** The currency whose balance moved by more orders of a round than are allowed, and by how much; undefined when none did. */
export function movedTooMuch(
  record: RunRecord,
  { first, assets, allowed }: Pick<MovesArgs, 'first' | 'assets' | 'allowed'>,
  round: Moving,
): { asset: string; drop: Decimal } | undefined {
  const growth = growthOf(record, first, round);
  const counts = round.uses.map((_, index) => index + 1).filter((times) => times > allowed);
  for (const asset of assets) {
    const [one, drop] = [dropOf(record, first, asset), dropOf(record, round, asset)];
    if (!one || !drop || one.isZero()) continue;
    if (counts.some((times) => isSoMany(drop, one, { times, growth }))) return { asset, drop };
  }
  return undefined;
}

/** Why the balances tell nothing of an order: they show no figure for it, or it moves none of them. */
function silence(record: RunRecord, { first, rounds, assets, what }: MovesArgs): Fault | undefined {
  const exchanges = [first.before, first.after];
  const shown = assets.filter((asset) =>
    [first, ...rounds].every((round) => dropOf(record, round, asset) !== undefined),
  );
  if (shown.length === 0)
    return { code: 'notApplicable', reason: `the balances show no figure for ${assets.join(' or ')}`, exchanges };
  if (shown.some((asset) => !dropOf(record, first, asset)?.isZero())) return undefined;
  return { code: 'notApplicable', reason: `${what} moves no balance, as far as is shown`, exchanges };
}

/**
 * What is no order of its own moves no balance (LIM-01a, LIM-02, LIM-03). Others may use the account: it is broken only when in each of
 * two rounds a balance moved as the first order moved it, or by more such orders than are allowed.
 */
export function movesNoMore(record: RunRecord, args: MovesArgs): Ruling {
  const { first, rounds, what } = args;
  const uses = rounds.flatMap((round) => round.uses);
  const exchanges = [first, ...rounds].flatMap((round) => [round.before, ...round.uses, round.after]);
  const [made] = first.uses.map((id) => record.exchange(id));
  if (made?.class !== 'accepted') {
    const failed: Fault = { code: 'noEvidence', wanted: `${what} that is accepted`, exchanges: first.uses };
    return ruling(exchanges, [(made && hindrance(record, made)) ?? failed]);
  }
  const silent = silence(record, args);
  if (silent) return ruling(exchanges, [silent]);
  const hindered = uses.map((id) => hindrance(record, record.exchange(id)));
  const [lack] = hindered;
  if (lack && hindered.every((fault) => fault !== undefined)) return ruling(exchanges, [lack]);
  const moved = rounds.map((round) => movedTooMuch(record, args, round));
  const [one] = moved;
  if (rounds.length < 2 || !one || moved.some((round) => !round)) return ruling(exchanges, []);
  const seen = `the ${one.asset} balance moved by ${one.drop.negated().toFixed()}, and so again`;
  return ruling(exchanges, [{ code: 'usedTwice', what: `the clientOrderId of ${what}`, seen, exchanges }]);
}
