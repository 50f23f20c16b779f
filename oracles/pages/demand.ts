import { canonicalAddress } from '../../schemas/domain/addresses.ts';
import { type Decimal, decimal, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { chosenIn } from './choosing.ts';
import { wordFaults } from './demandWords.ts';
import type { VisitArgs } from './opening.ts';
import { amountsIn, joinedIn } from './view/amounts.ts';
import { chainsIn, namesChainOf, namesCurrencyOf } from './view/assetWords.ts';
import { addressesIn } from './view/shownAddress.ts';
import { evidenceOf, looksOf, notSeen, requestRead, type Seen, shows, stuck } from './visits.ts';

/** The fewest decimals to which a page may round what it shows. */
const leastPlaces = 2;

/** True if a page may show one amount for another: the same, or one that is rounded up, since the payer may pay more but not less (§ Crypto acquiring request). */
const isEnough = (shown: Decimal, exact: Decimal) =>
  shown.gte(exact) &&
  shown
    .minus(exact)
    .lt(decimal('10').pow(-Math.max(leastPlaces, Math.min(shown.decimalPlaces(), exact.decimalPlaces()))));

/** True if a QR code of the visit or a link of a look holds an amount as it is. */
const isInAddress = (page: PageLine, { nodes }: Seen, due: Decimal) =>
  [...page.looks.flatMap(({ codes = [] }) => codes), ...nodes.flatMap(({ url }) => url ?? [])].some((text) =>
    text.includes(due.toFixed()),
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

/** True for a QR code of where to pay: an address alone, or right after a scheme that is none of the Web or of wallets that only connect. */
const isPaymentCode = (code: string): boolean =>
  /^(?:(?!https?:|wc:)[a-z][\w+.-]*:(?:\/\/)?(?:pay-)?)?(?:0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})(?![\w-])/i.test(
    code.trim(),
  );

/** Returns the faults of the QR codes of where to pay. */
const codeFaults = (page: PageLine, { codes = [], step }: Seen, address: string): Fault[] => {
  const own = canonicalAddress(address).toLowerCase();
  return codes.flatMap((code) => {
    if (!isPaymentCode(code) || code.toLowerCase().includes(own)) return [];
    return [shows(page, `the address ${address} in the QR code (${step})`, code)];
  });
};

/** Returns the fault of a request for another asset than the one that the page marked as chosen when its payer went on. */
function assetFaults(page: PageLine, request: ReturnType<typeof requestRead>): Fault[] {
  const picked = looksOf(page, 'picked').at(-1);
  const chosen = picked ? chosenIn(picked) : [];
  const { asset } = picked ?? {};
  const isMarked =
    asset !== undefined &&
    chosen.length > 0 &&
    chosen.some((text) => namesCurrencyOf(asset, text)) &&
    chosen.some((text) => namesChainOf(asset, text)) &&
    chosen.every((text) => chainsIn(text).length === 0 || namesChainOf(asset, text));
  const [currency, blockchain] = [textField(request, 'currency'), textField(request, 'blockchain')];
  if (!isMarked || currency === undefined || blockchain === undefined) return [];
  const made = `${blockchain}_${currency}`;
  return made === asset ? [] : [shows(page, `a request for ${asset}, which the end user chose last`, made)];
}

/** Returns the fault of a look that shows addresses on the blockchain of the request, and none of them is that of the request. */
function addressFaults(page: PageLine, { nodes, asset, step }: Seen, address: string): Fault[] {
  const shown = asset === undefined ? [] : addressesIn(nodes, asset);
  if (shown.length === 0 || shown.map(canonicalAddress).includes(canonicalAddress(address))) return [];
  return [shows(page, `the address ${address}, which the checkout has, on its page (${step})`, shown.join(', '))];
}

/** True for a look at where to pay, after a choice on the page or elsewhere. */
const saysWhere = ({ step, nodes }: Seen) =>
  /^(?:chosen|waiting|reopened|reloaded|before forging)/.test(step) && addressesIn(nodes).length > 0;

/** Where to pay, a page says what the checkout asks for: its asset, amount and address, in a QR code too (CHK-05). */
export function asksWhatIsDue(record: RunRecord, { page: id, reads }: VisitArgs): OracleResult {
  const page = record.page(id);
  const request = requestRead(record, reads);
  const address = textField(request, 'address');
  const looks = looksOf(page).filter(saysWhere);
  const due = dueIn(record, reads, textField(request, 'currency'));
  const faults = [
    ...assetFaults(page, request),
    ...looks.flatMap((look) => wordFaults(record, page, { look, request })),
    ...(due ? looks.flatMap((look) => amountFaults(page, look, due)) : []),
    ...(address === undefined
      ? []
      : looks.flatMap((look) => [...addressFaults(page, look, address), ...codeFaults(page, look, address)])),
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
