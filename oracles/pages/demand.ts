import { canonicalAddress } from '../../schemas/domain/addresses.ts';
import { type Decimal, decimal, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { chosenIn } from './choosing.ts';
import { codeFaults, holdsAmount, isEnough } from './codes.ts';
import { wordFaults } from './demandWords.ts';
import { hiddenFeeFaults } from './hiddenFee.ts';
import { offeredAgain } from './offeredAgain.ts';
import type { VisitArgs } from './opening.ts';
import { receivedFaults } from './received.ts';
import { amountsIn, joinedIn } from './view/amounts.ts';
import { chainsIn, currenciesIn, namesChainOf, namesCurrencyOf } from './view/assetWords.ts';
import { addressesIn } from './view/shownAddress.ts';
import { evidenceOf, looksOf, notSeen, readsOfChoice, requestRead, type Seen, shows, stuck } from './visits.ts';

/** True if a QR code of the visit or a link of a look holds an amount as it is. */
const isInAddress = (page: PageLine, { nodes }: Seen, due: Decimal) =>
  [...page.looks.flatMap(({ codes = [] }) => codes), ...nodes.flatMap(({ url }) => url ?? [])].some((text) =>
    holdsAmount(text, due),
  );

/** What a checkout asks for: its amount, which reads may show differently over time, the last one last. */
interface Due {
  dues: readonly [Decimal, ...Decimal[]];
  currency: string;
}

/** Returns the amounts that the reads of a checkout ask for; undefined if none does. */
function dueIn(record: RunRecord, reads: readonly string[], currency: string | undefined): Due | undefined {
  const all = reads.flatMap((id) => {
    const asked = field(field(record.exchange(id).json, 'request'), 'payAmount');
    return isExactNumber(asked) ? [decimal(asked)] : [];
  });
  const [last, ...others] = all.toReversed();
  return last && currency !== undefined ? { dues: [last, ...others], currency } : undefined;
}

/** Returns the fault of a look that names amounts in the currency of the request, and none of them is due. */
function amountFaults(page: PageLine, look: Seen, { dues, currency }: Due): Fault[] {
  const { text, step } = look;
  const all = amountsIn(text);
  const own = all.filter((one) => one.currency === currency);
  const shown = [
    ...all.flatMap((one) => ((one.currency ?? currency) === currency ? [one.amount] : [])),
    ...joinedIn(text),
  ];
  const isThere = dues.some((due) => shown.some((one) => isEnough(one, due)) || isInAddress(page, look, due));
  if (own.length === 0 || isThere) return [];
  const seen = [...new Set(own.map(({ amount }) => `${amount.toFixed()} ${currency}`))].join(', ');
  return [shows(page, `${dues[0].toFixed()} ${currency}, which the checkout asks for, on its page (${step})`, seen)];
}

/** Returns the asset that an end user wanted, and what the page marked or he had pressed for it when he went on. */
function choiceOf(page: PageLine): { asset?: string; chosen: readonly string[] } {
  const picked = looksOf(page, 'picked').at(-1);
  if (picked) return { ...picked, chosen: chosenIn(picked) };
  const went = looksOf(page, 'chosen').findLast(({ chose = [] }) => chose.length > 0);
  return { ...went, chosen: went?.chose ?? [] };
}

/** True if some of these texts name an asset's currency and some its blockchain, and none names another. */
const namesOnly = (asset: string, texts: readonly string[]) =>
  texts.some((text) => namesCurrencyOf(asset, text)) &&
  texts.some((text) => namesChainOf(asset, text)) &&
  texts.every((text) => currenciesIn(text).length === 0 || namesCurrencyOf(asset, text)) &&
  texts.every((text) => chainsIn(text).length === 0 || namesChainOf(asset, text));

/** Returns the fault of a request for another asset than the one that its payer chose, as the page took it. */
function assetFaults(page: PageLine, request: ReturnType<typeof requestRead>): Fault[] {
  const { asset, chosen } = choiceOf(page);
  const [currency, blockchain] = [textField(request, 'currency'), textField(request, 'blockchain')];
  if (asset === undefined || currency === undefined || blockchain === undefined || !namesOnly(asset, chosen)) return [];
  const made = `${blockchain}_${currency}`;
  return made === asset ? [] : [shows(page, `a request for ${asset}, which the end user chose last`, made)];
}

/** Returns the fault of a look that shows addresses on the blockchain of the request, and none of them is that of the request. */
function addressFaults(page: PageLine, { nodes, asset, step }: Seen, address: string): Fault[] {
  const shown = asset === undefined ? [] : addressesIn(nodes, asset);
  if (shown.length === 0 || shown.map(canonicalAddress).includes(canonicalAddress(address))) return [];
  return [shows(page, `the address ${address}, which the checkout has, on its page (${step})`, shown.join(', '))];
}

/** Returns the fault of a checkout that had one request and later another one (§ Checkout, request: at most one). */
function requestFaults(record: RunRecord, page: PageLine, reads: readonly string[]): Fault[] {
  const all = readsOfChoice(record, reads).map(({ json }) => field(json, 'request'));
  const other = ['id', 'address'].flatMap((name) => {
    const [first, second] = new Set(all.flatMap((one) => textField(one, name) ?? []));
    return first !== undefined && second !== undefined ? [{ first, second }] : [];
  })[0];
  return other === undefined
    ? []
    : [shows(page, `one request of ${page.opens}, ${other.first}, whatever is sent again`, `later ${other.second}`)];
}

/** True for a look at where to pay, after a choice on the page or elsewhere. */
const saysWhere = ({ step, nodes }: Seen) =>
  /^(?:chosen|waiting|reopened|reloaded|before forging)/.test(step) && addressesIn(nodes).length > 0;

/** Where to pay, a page says what the checkout asks for: its asset, amount and address, in a QR code too (CHK-05). */
export function asksWhatIsDue(record: RunRecord, { page: id, reads }: VisitArgs): OracleResult {
  const page = record.page(id);
  const request = requestRead(record, reads);
  const [address, blockchain = ''] = [textField(request, 'address'), textField(request, 'blockchain')];
  const looks = looksOf(page).filter(saysWhere);
  const due = dueIn(record, reads, textField(request, 'currency'));
  const faults = [
    ...assetFaults(page, request),
    ...requestFaults(record, page, reads),
    ...offeredAgain(record, { page: id, reads }),
    ...looks.flatMap((look) => wordFaults(record, page, { look, request })),
    ...(due ? looks.flatMap((look) => amountFaults(page, look, due)) : []),
    ...hiddenFeeFaults(record, page, request),
    ...receivedFaults(record, page, reads),
    ...(address === undefined
      ? []
      : looks.flatMap((look) => [
          ...addressFaults(page, look, address),
          ...codeFaults(page, look, { address, blockchain, dues: due?.dues ?? [] }),
        ])),
  ];
  if (faults.length > 0) return toResult([], faults);
  const hint = 'the target file names none under paths.checkout';
  if (reads.length === 0)
    return faultResult({
      ...{ code: 'missing', wanted: 'a path to read a checkout back', hint },
      exchanges: evidenceOf(page),
    });
  if (address === undefined) return notSeen(page, 'a read of the checkout that shows where to pay');
  if (looks.length === 0) return stuck(page, 'what goes on to where to pay', 'continue');
  return toResult(evidenceOf(page), []);
}
