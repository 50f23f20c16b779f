import { type Decimal, decimal, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { amountsIn, showsAmount } from './view/amounts.ts';
import { choicesIn, isBeside, leadsAway } from './view/choices.ts';
import { balanceWords, forward, otherwise, returnWords } from './view/deedWords.ts';
import { addressesIn } from './view/shownAddress.ts';
import { isDisabled, isField, isPressable, textOf, type ViewNode } from './view/viewNodes.ts';
import { evidenceOf, looksOf, notOpened, requestRead, type Seen, shows, stuck } from './visits.ts';

/** True if the end user got to where to pay. */
const isTaken = ({ nodes, asset }: Seen) => addressesIn(nodes, asset).length > 0;

const amountOf = ({ amount = '0' }: Seen) => decimal(amount);

/** The limits within which an end user chooses an amount, as decimals. */
export interface LimitArgs {
  page: string;
  least: string;
  most: string;
  /** What was paid where the page shows where to pay before any amount, each with the last read after it. */
  paid?: readonly { amount: string; read: string }[];
  /** The reads of the checkout, of which the last shows what it asks for. */
  reads?: readonly string[];
}

/** True for an amount with more decimals than a page surely takes: two, or those of the limits. It may be refused, but not taken for another one. */
const isFine = (amount: Decimal, { least, most }: LimitArgs) =>
  amount.decimalPlaces() > Math.max(2, decimal(least).decimalPlaces(), decimal(most).decimalPlaces());

const isWithin = (amount: Decimal, { least, most }: LimitArgs) =>
  amount.gte(decimal(least)) && amount.lte(decimal(most));

/** A payment on a page that takes no amount before, and what the checkout says of it. */
interface Payment {
  /** What was paid: what the checkout says, or else what was entered. */
  amount: Decimal;
  entered: Decimal;
  status: string;
  read: string;
}

function paymentsOf(record: RunRecord, { paid = [] }: LimitArgs): Payment[] {
  return paid.map(({ amount, read }) => {
    const figure = field(field(record.exchange(read).json, 'request'), 'paidAmount');
    const status = textField(record.exchange(read).json, 'status') ?? '';
    const entered = decimal(amount);
    return { amount: status === 'SUCCESS' && isExactNumber(figure) ? decimal(figure) : entered, entered, status, read };
  });
}

/** How far the amount that was paid may be from the one that was entered: a coin has no smaller part. */
const leastPart = decimal('0.000001');

/** True if another amount was paid than entered; a page may read a point in a number as a mark of thousands. */
const isOther = (entered: Decimal, paid: Decimal): boolean =>
  paid.minus(entered).abs().gte(leastPart) && ![1, 2].some((places) => entered.times(10 ** places).eq(paid));

/**
 * Returns what payments show on a page that takes no amount before: none outside the limits succeeds, and one within is not refused. A checkout that goes on
 * waiting has refused an amount only if another one was then paid on the same page.
 */
function paidFaults(record: RunRecord, page: PageLine, args: LimitArgs): Fault[] {
  const limits = `the limits ${args.least} to ${args.most}`;
  const all = paymentsOf(record, args);
  const isPaid = ({ status, amount }: Payment) => status === 'SUCCESS' && isWithin(amount, args);
  return all.flatMap((one, at) => {
    const { amount, entered, status, read } = one;
    const fault = (wanted: string, seen: string): Fault => ({
      ...shows(page, wanted, seen),
      exchanges: [page.id, read],
    });
    if (status === 'SUCCESS' && !isWithin(amount, args))
      return [fault(`no payment of ${amount.toFixed()}, which is outside ${limits}`, 'the checkout is SUCCESS')];
    if (!isWithin(entered, args)) return [];
    if (status === 'SUCCESS' && isOther(entered, amount))
      return [fault(`a payment of ${entered.toFixed()}, as it was entered`, `paidAmount ${amount.toFixed()}`)];
    if (isPaid(one) || (isFine(entered, args) && status !== 'CONFLICT')) return [];
    const wanted = `a payment of ${entered.toFixed()}, which is within ${limits}`;
    if (status === 'CONFLICT') return [fault(wanted, 'the checkout is CONFLICT')];
    const other = all.slice(at + 1).find((later) => isPaid(later) && later.amount.eq(later.entered));
    return other && !other.entered.eq(entered)
      ? [fault(wanted, `the page takes only ${other.entered.toFixed()} afterwards`)]
      : [];
  });
}

/** An end user may pay any amount within the limits, and none outside (CHK-11). */
export function takesWithin(record: RunRecord, args: LimitArgs): OracleResult {
  const page = record.page(args.page);
  // Where no amount is entered, the page shows where to pay whatever one wants to pay.
  const isFree = args.paid !== undefined && args.paid.length > 0;
  const tries = isFree ? [] : looksOf(page, 'tried').filter(({ amount }) => amount !== undefined);
  const limits = `${args.least} to ${args.most}`;
  const outside = tries.filter(({ amount = '0' }) => !isWithin(decimal(amount), args));
  const inside = tries.filter(({ amount = '0' }) => isWithin(decimal(amount), args));
  // A page that forgets what was entered, and says how to send any amount, has taken nothing yet.
  const asked = field(requestRead(record, args.reads ?? []), 'requestAmount');
  const isAsked = (amount: Decimal) => isExactNumber(asked) && decimal(asked).eq(amount);
  const taken = outside
    .filter((seen) => isTaken(seen) && (showsAmount(seen.text, amountOf(seen)) || isAsked(amountOf(seen))))
    .map(({ amount }) =>
      shows(page, `no payment of ${amount}, which is outside the limits ${limits}`, 'the page goes on to where to pay'),
    );
  if (taken.length > 0) return toResult([], taken);
  const byPaying = paidFaults(record, page, args);
  if (byPaying.length > 0) return toResult([], byPaying);
  const all = paymentsOf(record, args);
  if (all.some(({ amount, status }) => status === 'SUCCESS' && isWithin(amount, args)))
    return toResult(evidenceOf(page), []);
  if (all.some(({ entered }) => isWithin(entered, args)))
    return stuck(page, 'what settles the checkout from the sandbox balance', 'balance');
  const hint = 'the target file names none under paths.checkout';
  if (looksOf(page, 'tried').some(isTaken) && !inside.some(isTaken) && (args.reads ?? []).length === 0)
    return faultResult({
      code: 'missing',
      wanted: 'a path to read a checkout back',
      hint,
      exchanges: evidenceOf(page),
    });
  const last = inside.findIndex(isTaken);
  if (last < 0) return stuck(page, 'a way to enter an amount and go on', 'amount');
  const refused = inside
    .slice(0, last)
    .filter((seen) => seen.amount !== inside[last]?.amount && !isFine(amountOf(seen), args))
    .map(({ amount }) =>
      shows(
        page,
        `a payment of ${amount}, which is within the limits ${limits}`,
        `the page goes on only with ${inside[last]?.amount}`,
      ),
    );
  return toResult(evidenceOf(page), refused);
}

/** The predefined amounts of a project, as decimals, and a page that lists them. */
export interface ListArgs {
  page: string;
  amounts: readonly string[];
  currency: string;
}

/** The predefined amounts of a project, and the limits of others. */
export interface OptionArgs extends LimitArgs, ListArgs {
  manual: boolean;
}

/** Returns the amount that an element offers to pick. A button with a price in words around it, such as "Pay 10 USD now with USDT", is no option. */
function optionIn(node: ViewNode, { currency }: ListArgs): Decimal | undefined {
  const text = textOf(node).trim();
  if (!isPressable(node) || isDisabled(node) || text.length > 60) return undefined;
  if (!/^[^A-Za-z]*(?:[A-Z]{3,5})?[^A-Za-z]*$/.test(text)) return undefined;
  return amountsIn(text).find((one) => one.currency === undefined || one.currency === currency)?.amount;
}

/** True if an element that can be pressed names one of the predefined amounts, whatever else it says. */
function namesWanted(node: ViewNode, { amounts, currency }: ListArgs): Decimal[] {
  const text = textOf(node).trim();
  if (!isPressable(node) || isDisabled(node) || text.length > 60) return [];
  const wanted = amounts.map((one) => decimal(one));
  const named = amountsIn(text).filter((one) => one.currency === undefined || one.currency === currency);
  return wanted.filter((amount) => named.some((one) => one.amount.eq(amount)));
}

/**
 * Returns the amounts that a page offers to pick: the predefined ones, also with a word beside them, and what stands beside them without one. Other numbers,
 * such as those of steps, count only where no predefined amount is offered.
 */
function optionsIn({ nodes }: Seen, args: ListArgs): Decimal[] {
  const [plain, named] = [
    nodes.filter((node) => !leadsAway(node) && optionIn(node, args) !== undefined),
    nodes.filter((node) => namesWanted(node, args).length > 0),
  ];
  const others = plain.filter((node) => named.length === 0 || (!named.includes(node) && isBeside(node, named)));
  return [...named.flatMap((node) => namesWanted(node, args)), ...others.flatMap((node) => optionIn(node, args) ?? [])];
}

/** True if a page has something to press that may lead to an own amount: it chooses nothing, and its words say nothing else. */
function hasMore({ nodes }: Seen, args: OptionArgs): boolean {
  const choices = new Set(choicesIn(nodes).map(({ node }) => node));
  const isOption = (node: ViewNode) => optionIn(node, args) !== undefined;
  const known = [forward, otherwise, balanceWords, returnWords];
  return nodes.some(
    (node) =>
      isPressable(node) &&
      !isDisabled(node) &&
      !leadsAway(node) &&
      !choices.has(node) &&
      !isOption(node) &&
      !known.some((words) => words.test(textOf(node))),
  );
}

const listed = (amounts: readonly Decimal[]) => [...new Set(amounts.map((one) => one.toFixed()))].join(', ') || 'none';

/** Returns the longest list of amounts to pick that some looks show. */
const longestList = (looks: readonly Seen[], args: ListArgs): Decimal[] =>
  looks.map((look) => optionsIn(look, args)).toSorted((a, b) => b.length - a.length)[0] ?? [];

/** True if a page lists exactly the wanted amounts. */
const isList = (offered: readonly Decimal[], wanted: readonly Decimal[]) =>
  wanted.every((one) => offered.some((other) => other.eq(one))) &&
  offered.every((one) => wanted.some((other) => other.eq(one)));

/** Where a page lists amounts to pick, they are exactly the predefined ones, whichever way led to it (CHK-12). */
export function listsOptions(record: RunRecord, args: ListArgs): OracleResult {
  const page = record.page(args.page);
  const offered = longestList([...looksOf(page, 'opened'), ...looksOf(page, 'at the amount')], args);
  const wanted = args.amounts.map((one) => decimal(one));
  if (offered.length === 0) return stuck(page, `the amounts ${listed(wanted)} to pick`, 'amount');
  const what = `exactly the amounts ${listed(wanted)} ${args.currency} to pick`;
  return toResult(evidenceOf(page), isList(offered, wanted) ? [] : [shows(page, what, listed(offered))]);
}

/** The page offers exactly the predefined amounts, and an own amount only if that is allowed, within the limits (CHK-12). */
export function offersOptions(record: RunRecord, args: OptionArgs): OracleResult {
  const page = record.page(args.page);
  const closed = notOpened(page);
  if (closed) return faultResult(closed);
  const looks = [...looksOf(page, 'opened'), ...looksOf(page, 'showing'), ...looksOf(page, 'at the amount')];
  const offered = longestList(looks, args);
  const wanted = args.amounts.map((one) => decimal(one));
  const own = looksOf(page, 'tried own');
  const isWanted = (amount: Decimal) => wanted.some((one) => one.eq(amount));
  // A page that lists no amounts may take them in its field, and no others if manual input is not allowed.
  const isEntered = offered.length === 0 && own.some((seen) => isTaken(seen) && isWanted(amountOf(seen)));
  if (offered.length === 0 && wanted.length > 0 && !isEntered && !own.some(isTaken))
    return stuck(page, `the amounts ${listed(wanted)} to pick, or a field that takes them`, 'amount');
  const faults: Fault[] = [];
  if (!isEntered && !isList(offered, wanted))
    faults.push(shows(page, `exactly the amounts ${listed(wanted)} ${args.currency} to pick`, listed(offered)));
  const isOpen = [...looks, ...own].some(({ nodes }) => nodes.some((node) => isField(node) && node.role !== 'slider'));
  const free = own.find((seen) => isTaken(seen) && !isWanted(amountOf(seen)));
  if (!args.manual && free)
    faults.push(shows(page, 'no amount of the end user, since manual input is not allowed', `${free.amount} taken`));
  if (faults.length > 0) return toResult([], faults);
  if (!args.manual) return toResult(evidenceOf(page), []);
  if (isOpen) return takesWithin(record, args);
  if (looks.some((look) => hasMore(look, args))) return stuck(page, 'a field for an own amount', 'amount');
  return toResult(
    [],
    [shows(page, 'an own amount beside the amounts to pick, since manual input is allowed', listed(offered))],
  );
}
