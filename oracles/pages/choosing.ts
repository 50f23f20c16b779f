import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { answersTo, listedAssets } from '../answers/acquiringRecords.ts';
import { projectInPath } from '../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { chainOf, namesChainOf, namesCurrencyOf } from './view/assetWords.ts';
import { type Choice, choicesIn, isBeside } from './view/choices.ts';
import { addressesIn } from './view/shownAddress.ts';
import { isChosen, saysChosen } from './view/viewNodes.ts';
import { evidenceOf, looksOf, notOpened, recordOf, type Seen, shows, stuck } from './visits.ts';

/** Returns the values of lists that show only what is chosen, and the choices that are marked as chosen. */
export function chosenIn({ nodes }: Seen): string[] {
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
