import { currencyOf, type Price } from '../../schemas/domain/assets.ts';
import { decimal, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { answersTo } from '../answers/acquiringRecords.ts';
import { pricesIn } from '../answers/depositPrices.ts';
import { projectInPath } from '../core/newRecord.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { chainOf, isRecognized, namesChainOf, namesCurrencyOf } from './view/assetWords.ts';
import { type Choice, choicesIn, isBeside } from './view/choices.ts';
import { forward, otherwise } from './view/deedWords.ts';
import { isChosen, isPressable, saysChosen, textOf, type ViewNode } from './view/viewNodes.ts';
import { evidenceOf, looksOf, recordOf, type Seen, shows } from './visits.ts';

/** A visit to a page with choices, and the amounts that its project predefines. */
export interface OfferArgs {
  page: string;
  amounts?: readonly string[];
  currency?: string;
}

/** The most entries that a page shows at once; longer lists may be filled while they are scrolled. */
const mostListed = 10;

/** Words of what shows more of a list, or searches in it. */
const moreWords =
  /\b(?:more|all|other|search|find|mehr|weitere|alle|suche\w*|plus|autres|más|todos)\b|ещё|еще|другие|поиск/i;

/** Words of an amount: another one is no other asset. */
const amountWords =
  /\b(?:amount|sum|betrag|summe|montant|importe|cantidad|valor|importo|kwota|tutar|jumlah)\b|сумм|сума/i;

const showsMore = (node: ViewNode) =>
  node.role === 'searchbox' ||
  ((isPressable(node) || node.role === 'textbox') && moreWords.test(textOf(node)) && !amountWords.test(textOf(node)));

/** A list that a page shows: the texts in it, how many entries it has, and what of the enabled assets belongs there. */
interface Listed {
  texts: readonly string[];
  entries: number;
  wanted: readonly string[];
  names: (asset: string, text: string) => boolean;
}

/** Returns the number of entries of a list: the choices, and what stands beside them in their role and goes nowhere, such as a logo without a name. */
function entriesOf({ nodes }: Seen, choices: readonly Choice[]): number {
  const own = choices.map(({ node }) => node);
  const named = choicesIn(nodes).map(({ node }) => node);
  const unnamed = nodes.filter((node) => {
    const text = textOf(node);
    return (
      own.some(({ role }) => role === node.role) &&
      isPressable(node) &&
      !named.includes(node) &&
      isBeside(node, own) &&
      !forward.test(text) &&
      !otherwise.test(text)
    );
  });
  return own.length + unnamed.length;
}

/** Returns the list of some choices; undefined for one that may be the closed one of several. */
function listed(look: Seen, choices: readonly Choice[], { wanted, names }: Pick<Listed, 'wanted' | 'names'>): Listed[] {
  const nodes = choices.map(({ node }) => node);
  if (choices.length < 2 && !nodes.some(saysChosen)) return [];
  if (wanted.length > mostListed || look.nodes.some(showsMore)) return [];
  // What is switched off for the moment is there all the same.
  const texts = look.nodes.filter(isPressable).map(textOf);
  return [{ texts, entries: entriesOf(look, choices), wanted, names }];
}

/** Returns the lists of a look: the currencies where no blockchain was chosen before, and the blockchains of each currency that it shows them for. */
function listsIn(look: Seen, enabled: readonly string[]): Listed[] {
  const all = choicesIn(look.nodes).filter(({ node }) => node.role !== 'combobox');
  const chains = all.filter(({ currency, chain }) => currency === undefined && chain !== undefined);
  const bare = all.filter(({ currency, chain }) => currency !== undefined && chain === undefined);
  const whole = all.filter(({ currency, chain }) => currency !== undefined && chain !== undefined);
  const currencies = [...new Set(enabled.map(currencyOf))];
  const chosen = bare.filter(({ node }) => isChosen(node)).map(({ currency }) => currency);
  const [only] = [chosen, currencies].find((some) => some.length === 1) ?? [];
  const pressed = /^showing (\S+)/.exec(look.step)?.[1] ?? only;
  const isFirst = look.step === 'opened' && chains.length === 0 && bare.length > 0;
  const ofCurrency = currencies.flatMap((currency) => {
    const own = [...whole.filter((one) => one.currency === currency), ...(pressed === currency ? chains : [])];
    const wanted = enabled.filter((asset) => currencyOf(asset) === currency && isRecognized(chainOf(asset)));
    return own.length === 0 ? [] : listed(look, own, { wanted, names: namesChainOf });
  });
  const firstOf = currencies.flatMap((currency) => enabled.find((asset) => currencyOf(asset) === currency) ?? []);
  return [...(isFirst ? listed(look, bare, { wanted: firstOf, names: namesCurrencyOf }) : []), ...ofCurrency];
}

/** Returns the assets that are enabled for a checkout and take each amount that it may ask for. */
function payableFor(record: RunRecord, page: PageLine, { amounts = [], currency = '' }: OfferArgs): string[] {
  const checkout = recordOf(record, page);
  const fixed = field(checkout, 'fixedAmount');
  const figure = field(fixed, 'amount');
  const asked = isExactNumber(figure) ? [figure.value] : amounts;
  const of = textField(fixed, 'currency') ?? currency;
  const options = answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  const prices = options
    .filter(({ exchange }) => projectInPath(exchange) === textField(checkout, 'projectId'))
    .map(({ value }) => pricesIn(value))
    .at(-1);
  const takes = ({ minLimit, maxLimit }: Price) =>
    asked.every((amount) => minLimit?.lte(decimal(amount)) === true && maxLimit?.gte(decimal(amount)) === true);
  const isFree = textField(checkout, 'type') === 'NO_PRICE';
  const fitting = prices?.filter((price) =>
    isFree ? price.isOwn : price.currency === of && asked.length > 0 && takes(price),
  );
  return [...new Set(fitting?.map(({ asset }) => asset))];
}

/** Where a page lists currencies or blockchains, it lists all that its project enables and that take the amount (CHK-13). A page that lists none leaves none out. */
export function offersAll(record: RunRecord, args: OfferArgs): OracleResult {
  const page = record.page(args.page);
  const enabled = payableFor(record, page, args);
  const looks = [...looksOf(page, 'opened'), ...looksOf(page, 'showing')].filter(({ cut }) => cut !== true);
  const lists = looks.flatMap((look) => listsIn(look, enabled));
  const missing = lists.flatMap(({ texts, entries, wanted, names }) =>
    entries < wanted.length ? wanted.filter((asset) => !texts.some((text) => names(asset, text))) : [],
  );
  const wanted = `all enabled assets that take the amount, ${enabled.join(', ')}, in the lists of the page`;
  const faults = missing.length > 0 ? [shows(page, wanted, `no ${[...new Set(missing)].join(', ')}`)] : [];
  return toResult(evidenceOf(page), faults);
}
