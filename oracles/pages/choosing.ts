import { type Decimal, decimal } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { answersTo, listedAssets } from '../answers/acquiringRecords.ts';
import { projectInPath } from '../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { amountsIn, showsAmount } from './view/amounts.ts';
import { chainOf, namesChainOf, namesCurrencyOf } from './view/assetWords.ts';
import { type Choice, choicesIn } from './view/choices.ts';
import { addressesIn } from './view/shownAddress.ts';
import { isChosen, isDisabled, isField, isPressable, saysChosen, textOf } from './view/viewNodes.ts';
import { evidenceOf, looksOf, notOpened, recordOf, type Seen, shows, stuckFault } from './visits.ts';

const stuck = (page: PageLine, lacks: string, name: string): OracleResult =>
  faultResult(stuckFault(page) ?? { code: 'pageStuck', lacks, field: name, exchanges: evidenceOf(page) });

/** Returns the values of lists that show only what is chosen, and the choices that are marked as chosen. */
function chosenIn({ nodes }: Seen): string[] {
  const marked = choicesIn(nodes).filter(({ node }) => isChosen(node));
  const closed = nodes.filter(({ role, value }) => role === 'combobox' && value !== '');
  return [...marked.map(({ text }) => text), ...closed.map(({ value }) => value)];
}

/** True if some of these texts name the asset's currency or blockchain, and none names another. */
function areOf(asset: string, texts: readonly string[], all: readonly Choice[]): boolean {
  const currencies = texts.filter(
    (text) => all.some((one) => one.text === text && one.currency !== undefined) || namesCurrencyOf(asset, text),
  );
  const chains = texts.filter(
    (text) => all.some((one) => one.text === text && one.chain !== undefined) || namesChainOf(asset, text),
  );
  return (
    currencies.length > 0 &&
    currencies.every((text) => namesCurrencyOf(asset, text)) &&
    chains.every((text) => namesChainOf(asset, text))
  );
}

/** The named currency is preselected when the page opens (CHK-06). */
export function preselects(record: RunRecord, { page: id, asset }: { page: string; asset: string }): OracleResult {
  const page = record.page(id);
  const closed = notOpened(page);
  if (closed) return faultResult(closed);
  const [opened] = looksOf(page, 'opened');
  if (!opened) return stuck(page, 'something to choose', 'currency');
  const wanted = `${asset} preselected when the page opens`;
  const shown = addressesIn(opened.nodes);
  // A page may skip the choice and show where to pay.
  if (shown.length > 0) {
    const isOf = addressesIn(opened.nodes, asset).length > 0 && namesCurrencyOf(asset, opened.text);
    return toResult(
      evidenceOf(page),
      isOf ? [] : [shows(page, wanted, `an address of another asset: ${shown.join(', ')}`)],
    );
  }
  const [chosen, all] = [chosenIn(opened), choicesIn(opened.nodes)];
  if (chosen.length > 0)
    return toResult(
      evidenceOf(page),
      areOf(asset, chosen, all) ? [] : [shows(page, wanted, `chosen: ${chosen.join(', ')}`)],
    );
  if (all.some(({ node }) => saysChosen(node)))
    return toResult([], [shows(page, wanted, `nothing chosen of ${all.map(({ text }) => text).join(', ')}`)]);
  return stuck(page, 'a mark of what is preselected', 'currency');
}

/** Returns the assets that the deposit options of a checkout's project list. */
function enabledFor(record: RunRecord, page: PageLine): string[] {
  const project = textField(recordOf(record, page), 'projectId');
  const options = answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  return options.flatMap(({ exchange, value }) => (projectInPath(exchange) === project ? listedAssets(value) : []));
}

/** Returns the choices of a look that no enabled asset fits; `currency` is the one that was pressed before the look. */
function strangeIn({ nodes, step }: Seen, enabled: readonly string[]): string[] {
  const under = /^showing (\S+)/.exec(step)?.[1];
  return choicesIn(nodes).flatMap(({ text, currency, chain }) => {
    const fits = enabled.some((asset) => {
      const ofCurrency =
        currency === undefined ? under === undefined || namesCurrencyOf(asset, under) : namesCurrencyOf(asset, text);
      return ofCurrency && (chain === undefined || chainOf(asset) === chain || namesChainOf(asset, text));
    });
    return fits ? [] : [text];
  });
}

/** The page offers only the currencies and networks that its project enables (CHK-13). */
export function offersEnabled(record: RunRecord, { page: id }: { page: string }): OracleResult {
  const page = record.page(id);
  const enabled = enabledFor(record, page);
  const looks = [...looksOf(page, 'opened'), ...looksOf(page, 'showing')];
  const some = looks.flatMap(({ nodes }) => choicesIn(nodes));
  if (enabled.length === 0)
    return faultResult({
      code: 'noEvidence',
      wanted: 'the deposit options of the project',
      exchanges: evidenceOf(page),
    });
  if (some.length === 0) return stuck(page, 'the currencies to choose from', 'currency');
  const strange = [...new Set(looks.flatMap((look) => strangeIn(look, enabled)))];
  const wanted = `only the enabled assets, ${enabled.join(', ')}, on the page`;
  return toResult(evidenceOf(page), strange.length > 0 ? [shows(page, wanted, strange.join(', '))] : []);
}

/** True if the end user got to where to pay. */
const isTaken = ({ nodes, asset }: Seen) => addressesIn(nodes, asset).length > 0;

/** The limits within which an end user chooses an amount, as decimals. */
export interface LimitArgs {
  page: string;
  least: string;
  most: string;
  /** What was paid where the page shows where to pay before any amount, each with the last read after it. */
  paid?: readonly { amount: string; read: string }[];
}

const isWithin = (amount: Decimal, { least, most }: LimitArgs) =>
  amount.gte(decimal(least)) && amount.lte(decimal(most));

/** Returns what payments show on a page that takes no amount before: one within the limits succeeds, one outside does not. */
function paidFaults(record: RunRecord, page: PageLine, args: LimitArgs): Fault[] {
  return (args.paid ?? []).flatMap(({ amount, read }) => {
    const isPaid = textField(record.exchange(read).json, 'status') === 'SUCCESS';
    const limits = `the limits ${args.least} to ${args.most}`;
    if (isPaid === isWithin(decimal(amount), args)) return [];
    const wanted = isPaid
      ? `no payment of ${amount}, which is outside ${limits}`
      : `a payment of ${amount}, which is within ${limits}`;
    const fault = shows(page, wanted, `the checkout is ${textField(record.exchange(read).json, 'status')}`);
    return [{ ...fault, exchanges: [page.id, read] }];
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
  const taken = outside
    .filter((seen) => isTaken(seen) && showsAmount(seen.text, decimal(seen.amount ?? '0')))
    .map(({ amount }) =>
      shows(page, `no payment of ${amount}, which is outside the limits ${limits}`, 'the page goes on to where to pay'),
    );
  if (taken.length > 0) return toResult([], taken);
  const byPaying = paidFaults(record, page, args);
  if (byPaying.length > 0) return toResult([], byPaying);
  if ((args.paid ?? []).some(({ amount }) => isWithin(decimal(amount), args))) return toResult(evidenceOf(page), []);
  const last = inside.findIndex(isTaken);
  if (last < 0) return stuck(page, 'a way to enter an amount and go on', 'amount');
  const refused = inside
    .slice(0, last)
    .map(({ amount }) =>
      shows(
        page,
        `a payment of ${amount}, which is within the limits ${limits}`,
        `the page goes on only with ${inside[last]?.amount}`,
      ),
    );
  return toResult(evidenceOf(page), refused);
}

/** The predefined amounts of a project, as decimals. */
export interface OptionArgs extends LimitArgs {
  amounts: readonly string[];
  currency: string;
  manual: boolean;
}

/** Returns the amounts that a page offers to pick. */
function optionsIn({ nodes }: Seen, { currency }: OptionArgs): Decimal[] {
  const picks = nodes.filter((node) => isPressable(node) && !isDisabled(node));
  const texts = picks.map((node) => textOf(node).trim()).filter((text) => text.length <= 60);
  return texts.flatMap((text) => {
    const found = amountsIn(text).filter((one) => one.currency === undefined || one.currency === currency);
    // A button with a price in words around it, such as "Pay 10 USD now with USDT", is no option.
    return /^[^A-Za-z]*(?:[A-Z]{3,5})?[^A-Za-z]*$/.test(text) ? found.slice(0, 1).map(({ amount }) => amount) : [];
  });
}

const listed = (amounts: readonly Decimal[]) => [...new Set(amounts.map((one) => one.toFixed()))].join(', ') || 'none';

/** The page offers exactly the predefined amounts, and an own amount only if that is allowed, within the limits (CHK-12). */
export function offersOptions(record: RunRecord, args: OptionArgs): OracleResult {
  const page = record.page(args.page);
  const closed = notOpened(page);
  if (closed) return faultResult(closed);
  const looks = [...looksOf(page, 'opened'), ...looksOf(page, 'showing'), ...looksOf(page, 'at the amount')];
  const offered = looks.map((look) => optionsIn(look, args)).toSorted((a, b) => b.length - a.length)[0] ?? [];
  const wanted = args.amounts.map((one) => decimal(one));
  if (offered.length === 0 && wanted.length > 0) return stuck(page, `the amounts ${listed(wanted)} to pick`, 'amount');
  const faults: Fault[] = [];
  const isSame =
    wanted.every((one) => offered.some((other) => other.eq(one))) &&
    offered.every((one) => wanted.some((other) => other.eq(one)));
  if (!isSame)
    faults.push(shows(page, `exactly the amounts ${listed(wanted)} ${args.currency} to pick`, listed(offered)));
  const own = looksOf(page, 'tried own');
  const isOpen = looks.some(({ nodes }) => nodes.some((node) => isField(node) && node.role !== 'slider'));
  if (!args.manual && own.some(isTaken))
    faults.push(
      shows(page, 'no amount of the end user, since manual input is not allowed', `${own.find(isTaken)?.amount} taken`),
    );
  if (faults.length > 0) return toResult([], faults);
  if (!args.manual) return toResult(evidenceOf(page), []);
  if (!isOpen && own.length === 0) return stuck(page, 'a field for an own amount', 'amount');
  const within = takesWithin(record, args);
  return within.state === 'broken' || within.state === 'held' ? within : toResult(evidenceOf(page), []);
}
