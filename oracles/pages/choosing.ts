import { canonicalAddress } from '../../schemas/domain/addresses.ts';
import { blockchainOf } from '../../schemas/domain/assets.ts';
import type { Exact } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { answersTo, listedAssets } from '../answers/acquiringRecords.ts';
import { projectInPath } from '../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { chainOf, chainsIn, currenciesIn, namesChainOf, namesCurrencyOf } from './view/assetWords.ts';
import { type Choice, choicesIn, isBeside } from './view/choices.ts';
import { addressesIn } from './view/shownAddress.ts';
import { isChosen, saysChosen, type ViewNode } from './view/viewNodes.ts';
import { evidenceOf, looksOf, notOpened, recordOf, requestRead, type Seen, shows, stuck } from './visits.ts';

/** True for a text that names a currency or a blockchain, and not, say, a language. */
const namesSome = (text: string) => currenciesIn(text).length + chainsIn(text).length > 0;

/** Returns the values of lists that show only what is chosen, and the choices that are marked as chosen. */
export function chosenIn({ nodes }: Pick<Seen, 'nodes'>): string[] {
  const marked = choicesIn(nodes).filter(({ node }) => isChosen(node));
  const closed = nodes.filter(({ role, value }) => role === 'combobox' && namesSome(value));
  return [...marked.map(({ text }) => text), ...closed.map(({ value }) => value)];
}

/** True if some of these texts name the asset's currency or blockchain, and none names another. */
export function areOf(asset: string, texts: readonly string[], all: readonly Choice[]): boolean {
  const currencies = texts.filter(
    (text) => all.some((one) => one.text === text && one.currency !== undefined) || namesCurrencyOf(asset, text),
  );
  const chains = texts.filter(
    (text) => all.some((one) => one.text === text && one.chain !== undefined) || namesChainOf(asset, text),
  );
  return (
    currencies.length > 0 &&
    currencies.every((text) => namesCurrencyOf(asset, text)) &&
    (isBare(asset) || chains.every((text) => namesChainOf(asset, text)))
  );
}

/** True for a currency without a blockchain, as a checkout may name what it preselects. */
const isBare = (asset: string) => blockchainOf(asset) === '';

/** A visit to the page of a checkout that preselects an asset, and its reads, which show where to pay if the page skips the choice. */
export interface PreselectionArgs {
  page: string;
  asset: string;
  reads?: readonly string[];
}

/** What the reads of a checkout show of its request. */
interface Read {
  request: Exact | undefined;
}

/** Returns where a page that skips the choice says to pay: the address of the request, or any where nothing is to be chosen and no read tells it. */
function whereToPay(look: Seen, read: Read | undefined): 'known' | 'likely' | undefined {
  const shown = addressesIn(look.nodes).map(canonicalAddress);
  if (read === undefined) return shown.length > 0 && choicesIn(look.nodes).length === 0 ? 'likely' : undefined;
  const own = textField(read.request, 'address');
  return own !== undefined && shown.includes(canonicalAddress(own)) ? 'known' : undefined;
}

/** What a look is to show as preselected; `read` is undefined if nothing was read, `marksChosen` true if the visit ever saw a mark of what is chosen. */
interface Preselection {
  asset: string;
  read: Read | undefined;
  marksChosen: boolean;
}

/** True for a role whose elements have to say whether they are chosen; others may show it by their style. */
const mustSay = (node: ViewNode): boolean => saysChosen(node) && !['option', 'tab'].includes(node.role);

/** Returns what a look shows of a preselection: nothing wrong, what is chosen instead, or undefined if it says neither. */
function preselectionIn(look: Seen, { asset, read, marksChosen }: Preselection): { instead?: string } | undefined {
  const where = whereToPay(look, read);
  if (where !== undefined) {
    if (addressesIn(look.nodes, isBare(asset) ? undefined : asset).length > 0 && namesCurrencyOf(asset, look.text))
      return {};
    const shown = addressesIn(look.nodes).join(', ');
    return where === 'known' ? { instead: `an address of another asset: ${shown}` } : undefined;
  }
  const [chosen, all] = [chosenIn(look), choicesIn(look.nodes)];
  if (chosen.length > 0) return areOf(asset, chosen, all) ? {} : { instead: `chosen: ${chosen.join(', ')}` };
  return all.some(({ node }) => mustSay(node) || (marksChosen && saysChosen(node)))
    ? { instead: `nothing chosen of ${all.map(({ text }) => text).join(', ')}` }
    : undefined;
}

/** The named currency is preselected when the page opens, and when it is opened again before anything was chosen (CHK-06). */
export function preselects(record: RunRecord, { page: id, asset, reads = [] }: PreselectionArgs): OracleResult {
  const page = record.page(id);
  const closed = notOpened(page);
  if (closed) return faultResult(closed);
  const [opened] = looksOf(page, 'opened');
  if (!opened) return stuck(page, 'something to choose', 'currency');
  const read = reads.length === 0 ? undefined : { request: requestRead(record, reads) };
  const wanted = { asset, read, marksChosen: looksOf(page).some((look) => chosenIn(look).length > 0) };
  const first = preselectionIn(opened, wanted);
  // What a page still offers to choose from, nobody has chosen yet.
  const later = looksOf(page, 'again').map((look) => preselectionIn(look, wanted));
  const wrong = [first, ...later].find((one) => one?.instead !== undefined);
  if (wrong?.instead !== undefined)
    return toResult([], [shows(page, `${asset} preselected when the page opens`, wrong.instead)]);
  return first ? toResult(evidenceOf(page), []) : stuck(page, 'a mark of what is preselected', 'currency');
}

/** Returns the assets that the deposit options of a checkout's project list. */
function enabledFor(record: RunRecord, page: PageLine): string[] {
  const project = textField(recordOf(record, page), 'projectId');
  const options = answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  return options.flatMap(({ exchange, value }) => (projectInPath(exchange) === project ? listedAssets(value) : []));
}

/** Returns the blockchains that a look offers without a currency, in one text. */
const chainsOffered = ({ nodes }: Seen): string =>
  [...new Set(choicesIn(nodes).flatMap((one) => (one.currency === undefined ? (one.chain ?? []) : [])))].sort().join();

/**
 * Returns the choices of a look that no enabled asset fits. What a page shows when a currency was pressed belongs to that currency; what it shows for every
 * currency, such as networks that are chosen first, does not.
 */
function strangeIn(look: Seen, enabled: readonly string[], opened: Seen | undefined): string[] {
  const pressed = /^showing (\S+)/.exec(look.step)?.[1];
  const all = choicesIn(look.nodes);
  const isSame = opened !== undefined && chainsOffered(opened) === chainsOffered(look);
  const before = new Set(isSame ? choicesIn(opened.nodes).map(({ text }) => text) : []);
  const isEnabled = ({ text, currency, chain }: Choice) => {
    const under = before.has(text) ? undefined : pressed;
    return enabled.some((asset) => {
      const ofCurrency =
        currency === undefined ? under === undefined || namesCurrencyOf(asset, under) : namesCurrencyOf(asset, text);
      return ofCurrency && (chain === undefined || chainOf(asset) === chain || namesChainOf(asset, text));
    });
  };
  const fitting = all.filter(isEnabled).map(({ node }) => node);
  // A button alone may explain something, such as a network.
  const isOffered = ({ node }: Choice) => saysChosen(node) || fitting.length === 0 || isBeside(node, fitting);
  return all.filter((one) => !fitting.includes(one.node) && isOffered(one)).map(({ text }) => text);
}

/** True if a visit saw something to choose; a page may skip the choice. */
export const sawChoices = (page: PageLine): boolean =>
  [...looksOf(page, 'opened'), ...looksOf(page, 'showing')].some(({ nodes }) => choicesIn(nodes).length > 0);

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
  const [opened] = looksOf(page, 'opened');
  const strange = [...new Set(looks.flatMap((look) => strangeIn(look, enabled, opened)))];
  const wanted = `only the enabled assets, ${enabled.join(', ')}, on the page`;
  return toResult(evidenceOf(page), strange.length > 0 ? [shows(page, wanted, strange.join(', '))] : []);
}
