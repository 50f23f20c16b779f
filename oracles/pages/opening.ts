import { canonicalAddress } from '../../schemas/domain/addresses.ts';
import { decimal, type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { checkoutsIn, requestsIn } from '../answers/acquiringRecords.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { foreignMarks, otherPrices, ownMarks, priceOf } from './marks.ts';
import { showsAmount } from './view/amounts.ts';
import { addressesIn } from './view/shownAddress.ts';
import {
  evidenceOf,
  isFilled,
  looksOf,
  notOpened,
  notSeen,
  recordOf,
  requestRead,
  type Seen,
  shows,
  stuckFault,
} from './visits.ts';

/** A visit, and the reads of its checkout through the API after its choice. */
export interface VisitArgs {
  page: string;
  reads: readonly string[];
}

/** True if the payer of a project pays the fee, so that a page may show only the price with it. */
export function addsFee(record: RunRecord, page: PageLine): boolean {
  const project = textField(recordOf(record, page), 'projectId');
  return record.target?.projects?.find(({ id }) => id === project)?.feePaidBy !== 'merchant';
}

/** Returns the address that a page shows instead of the one that its checkout has. */
function strangeAddress(record: RunRecord, page: PageLine, reads: readonly string[]): Fault[] {
  const own = textField(requestRead(record, reads), 'address');
  const chosen = looksOf(page, 'chosen').at(-1);
  if (own === undefined || !chosen) return [];
  const shown = addressesIn(chosen.nodes, chosen.asset);
  if (shown.length === 0 || shown.map(canonicalAddress).includes(canonicalAddress(own))) return [];
  return [shows(page, `the address of the checkout's request, ${own}, on its page`, shown.join(', '))];
}

/** The first page that a checkout's address opens shows that checkout: its price, its name or id, and no other's (CHK-05, WID-01). */
export function opensCheckout(record: RunRecord, { page: id, reads }: VisitArgs): OracleResult {
  const page = record.page(id);
  const closed = notOpened(page);
  if (closed) return faultResult(closed);
  const [opened] = looksOf(page, 'opened');
  const text = looksOf(page)
    .map((look) => look.text)
    .join(' ');
  const checkout = recordOf(record, page);
  const own = ownMarks(checkout, text);
  const foreign = foreignMarks(record, page, text);
  const faults = [
    ...foreign.map((mark) => shows(page, `only the checkout ${page.opens} on its page`, mark)),
    ...strangeAddress(record, page, reads),
  ];
  const prices = otherPrices(checkout, opened?.text ?? '');
  const price = priceOf(checkout);
  if (price && prices.length > 0 && !addsFee(record, page))
    faults.push(
      shows(
        page,
        `the price ${price.amount.toFixed()} ${price.currency} on the page of the checkout`,
        prices.join(', '),
      ),
    );
  if (faults.length > 0) return toResult([], faults);
  if (own.length > 0) return toResult(evidenceOf(page), []);
  const isAddressed = looksOf(page, 'chosen').some(({ nodes, asset }) => addressesIn(nodes, asset).length > 0);
  if (isAddressed && requestRead(record, reads) !== undefined) return toResult(evidenceOf(page), []);
  return faultResult(
    stuckFault(page) ?? {
      code: 'noEvidence',
      wanted: 'a page that shows the price, the name or the id of its checkout',
      exchanges: evidenceOf(page),
    },
  );
}

/** Returns the addresses of other requests of the run that a look shows. */
function foreignAddresses(record: RunRecord, page: PageLine, { nodes }: Seen): string[] {
  const owners = requestsIn(record).flatMap(({ value }) => {
    const [owner, address] = [textField(value, 'checkoutId'), textField(value, 'address')];
    return owner === undefined || address === undefined ? [] : [{ owner, address: canonicalAddress(address) }];
  });
  const isOwn = (address: string) => owners.some((one) => one.owner === page.opens && one.address === address);
  return addressesIn(nodes).filter((shown) => {
    const address = canonicalAddress(shown);
    return owners.some((one) => one.owner !== page.opens && one.address === address) && !isOwn(address);
  });
}

/** Returns what looks that did not wait for the page show of other checkouts, such as what the browser kept of them. */
const earlyMarks = (record: RunRecord, page: PageLine): string[] =>
  looksOf(page, 'early').flatMap((look) => [
    ...foreignMarks(record, page, look.text),
    ...foreignAddresses(record, page, look),
  ]);

/** The page of a checkout shows no other one, whichever was created later, has the same clientOrderId, or was on the screen before (CHK-05). */
export function opensNoOther(record: RunRecord, { page: id }: { page: string }): OracleResult {
  const page = record.page(id);
  const text = looksOf(page)
    .map((look) => look.text)
    .join(' ');
  const foreign = [...new Set([...foreignMarks(record, page, text), ...earlyMarks(record, page)])];
  if (!isFilled(page)) return notSeen(page, `a page of ${page.opens} that shows something`);
  const isOther = checkoutsIn(record).some(
    ({ value }) => textField(value, 'id') !== textField(recordOf(record, page), 'id'),
  );
  if (!isOther) return notSeen(page, 'another checkout, which the page could show');
  return toResult(
    evidenceOf(page),
    foreign.map((mark) => shows(page, `only the checkout ${page.opens} on its page`, mark)),
  );
}

/** The amounts of a request by which a page shows it. */
const amounts = ['payAmount', 'requestAmount', 'requestAmountConverted'] as const;

/** Returns the amounts of a request that looks show beside its currency, and the page of another checkout did not show. */
function amountMarks(request: Exact | undefined, { all, control }: { all: readonly Seen[]; control: Seen }): string[] {
  const currency = textField(request, 'currency');
  return amounts.filter((name) => {
    const figure = field(request, name);
    const isIn = ({ text }: Seen) => isExactNumber(figure) && showsAmount(text, decimal(figure), currency);
    return currency !== undefined && all.some(isIn) && !isIn(control);
  });
}

/** A request that was made through the API is not shown by the page or the widget (REQ-09). */
export function showsNoRequest(record: RunRecord, { page: id }: { page: string }): OracleResult {
  const page = record.page(id);
  const request = recordOf(record, page);
  const address = textField(request, 'address');
  if (address === undefined)
    return faultResult({ code: 'noEvidence', wanted: 'the address of a request', exchanges: evidenceOf(page) });
  if (page.failure !== undefined)
    return faultResult({ code: 'noEvidence', wanted: `the page at ${page.address}`, exchanges: evidenceOf(page) });
  const control = looksOf(page, 'of its checkout').at(-1);
  if (!control || control.text.trim() === '')
    return notSeen(page, 'a page at the same address that shows the checkout of an id');
  const all = looksOf(page, 'opened');
  const shown = all.flatMap(({ nodes }) => addressesIn(nodes)).map(canonicalAddress);
  const texts = [...all.map(({ text }) => text), ...all.flatMap(({ codes = [] }) => codes)];
  const isShown = shown.includes(canonicalAddress(address)) || texts.some((text) => text.includes(address));
  // A page may repeat the id that it was asked for.
  const ids = all.flatMap(({ text }) => ownMarks(request, text)).filter((mark) => mark !== 'id');
  const marks = [...ids, ...amountMarks(request, { all, control })];
  const seen = isShown ? `a page with its address ${address}` : marks.length > 0 ? `its ${marks[0]}` : undefined;
  const wanted = `no page of the request ${page.opens}, which was made through the API`;
  return toResult(evidenceOf(page), seen === undefined ? [] : [shows(page, wanted, seen)]);
}
