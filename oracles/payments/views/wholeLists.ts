import type { Exact } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type Creation, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { isLastPage, type Page, pageOf } from '../../answers/searchPage.ts';
import { absenceWaitNs, isReused, ordersIn } from '../../core/creationEffect.ts';

const idsIn = (list: Exchange): string[] =>
  Array.isArray(list.json) ? list.json.flatMap((one) => textField(one, 'id') ?? []) : [];

/** Each answer of the list of payments has a payment once (PAY-11). */
export function listsOnce(record: RunRecord): Fault[] {
  const lists = record.of('GET /v1/user/payments').filter(({ class: kind }) => kind === 'accepted');
  return lists.flatMap((list) => {
    const ids = idsIn(list);
    const twice = new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
    return [...twice].map(
      (payment): Fault => ({ code: 'doubled', payment, where: list.request, exchanges: [list.id] }),
    );
  });
}

const isOfAll = ({ asked }: Page) => [...asked.keys()].every((name) => ['sort', 'size'].includes(name));

/**
 * Returns the last pages that show all payments of the account: one page that is not full, or the walk at the end of a run, newest first; none if that began
 * elsewhere or did not reach the last page.
 */
function allPages(record: RunRecord): Page[] {
  const late = record
    .of('GET /v2/user/payments/search')
    .filter(({ line }) => line.purpose === 'sweep')
    .flatMap((exchange) => pageOf(exchange) ?? []);
  const single = late.findLast((page) => isOfAll(page) && isLastPage(page));
  if (single) return [single];
  const pages = late.filter(({ asked }) => asked.has('page'));
  const isWhole = pages.every(({ asked }, at) => asked.get('page') === String(at));
  const last = pages.at(-1);
  return last && isWhole && isLastPage(last) ? pages : [];
}

const payments = ['POST /v1/user/payments/payin', 'POST /v1/user/payments/payout'];

const namesOf = (payment: Exact) =>
  ['id', 'orderId', 'clientOrderId'].flatMap((name) => textField(payment, name) ?? []);

/** True for a payment that was made long enough before a read, and whose answer nothing else can explain. */
function isDue(record: RunRecord, { exchange }: Creation, read: Exchange): boolean {
  const { clock, line, receivedNs } = exchange;
  const isSooner = clock === read.clock && receivedNs + absenceWaitNs(record) <= read.sentNs;
  return (
    payments.includes(line.operation ?? '') &&
    line.request.account === undefined &&
    isSooner &&
    !isReused(record, exchange)
  );
}

/**
 * Every accepted pay-in and pay-out of the run is on the pages of search (SRC-03), where its last reads show them all. A page that shows neither the
 * ids of orders nor those of clients says nothing about pay-outs.
 */
export function unwalked(record: RunRecord): Fault[] {
  const pages = allPages(record);
  const [first] = pages;
  const shown = new Set(pages.flatMap(({ items }) => items.flatMap(namesOf)));
  const isNamed = ['ORD-', 'PMT-'].every((prefix) => [...shown].some((name) => name.startsWith(prefix)));
  if (!first || !isNamed) return [];
  return ordersIn(record)
    .filter((one) => isDue(record, one, first.exchange))
    .filter(({ id, clientOrderId }) => ![id, clientOrderId].some((name) => name !== undefined && shown.has(name)))
    .map(({ exchange, clientOrderId }) => ({
      code: 'notFound',
      what: `the payment of ${exchange.request} (clientOrderId ${clientOrderId}) on any of its pages`,
      exchanges: [exchange.id, ...pages.map((page) => page.exchange.id)],
    }));
}
