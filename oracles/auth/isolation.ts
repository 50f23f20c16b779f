import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type PaymentSighting, paymentsIn, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { missingFault } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';

/**
 * The exchanges of a check for isolation: `own` shows the record to its own account, `foreign` is another account's request for the record, and `theirs` is a
 * control request of that other account. `trace` is a text that identifies the record and that the foreign request did not contain.
 */
export interface IsolationArgs {
  own: string;
  foreign: string;
  theirs: string;
  trace: string;
  what: string;
}

/** True if an answer contains a text, however its JSON escapes it. */
const holds = ({ json, text }: Exchange, trace: string) =>
  text.includes(trace) || JSON.stringify(json ?? null).includes(JSON.stringify(trace).slice(1, -1));

/** A record is not shown to another account (AUT-09). The request is refused, or its answer lacks the record. */
export function staysHidden(record: RunRecord, { own, foreign, theirs, trace, what }: IsolationArgs): OracleResult {
  const [shown, asked, control] = [own, foreign, theirs].map((id) => record.exchange(id));
  if (!shown || !asked || !control)
    throw new Error(
      'expected the exchanges own, foreign and theirs, but one is missing from the run record; pass the ids of recorded exchanges',
    );
  const exchanges = [own, theirs, foreign];
  if (control.class !== 'accepted')
    return faultResult(missingFault(record, control, 'a second account that the target accepts'));
  if (shown.class !== 'accepted' || trace === '' || !holds(shown, trace))
    return faultResult(missingFault(record, shown, what));
  if (asked.class === 'accepted' && holds(asked, trace))
    return faultResult({ code: 'notHidden', what, seen: asked.seen, exchanges });
  if (asked.class === 'accepted' || asked.class === 'refused') return toResult(exchanges, []);
  const unseen: Fault = { code: 'noEvidence', wanted: `an answer to another account's request for ${what}`, exchanges };
  return faultResult(excuseFor(record, asked) ?? unseen);
}

/** Reads of the balances of two accounts: `close` at the same moment, `alone` before and `after` later. */
export interface BalancesApartArgs {
  own: { alone: string; close: string };
  second: { alone: string; close: string; after: string };
}

/**
 * The balances of the second account that are read at the same moment as those of the first are its own (AUT-09). They are the first one's if they equal what that was
 * shown, while before and after the second has the same balances, and others.
 */
export function balancesApart(record: RunRecord, { own, second }: BalancesApartArgs): OracleResult {
  const exchanges = [own.alone, own.close, second.alone, second.close, second.after];
  const reads = exchanges.map((id) => record.exchange(id));
  const lacking = reads.find((one) => one.class !== 'accepted' || one.json === undefined);
  if (lacking) return faultResult(missingFault(record, lacking, 'the balances of an account'));
  const [ownAlone, ownClose, alone, close, after] = reads.map(({ json }) => json);
  const isFirsts = [ownAlone, ownClose].some((shown) => isDeepStrictEqual(shown, close));
  const isSteady = isDeepStrictEqual(alone, after) && !isDeepStrictEqual(alone, close);
  const fault: Fault = {
    code: 'notHidden',
    what: 'what the balances of another account are, read at the same moment,',
    seen: excerpt(close),
    exchanges,
  };
  return toResult(exchanges, isFirsts && isSteady ? [fault] : []);
}

/** The reads of another account, and a control request of it. */
export interface ApartArgs {
  theirs: string;
  foreign: readonly string[];
}

/** What identifies a payment in any answer; the parties of a transfer may see one payment. */
function marksOf({ value }: PaymentSighting): string[] {
  return textField(value, 'orderType') === 'TRANSFER' ? [] : [textField(value, 'id') ?? []].flat();
}

/** Returns the payments of the account under test by their ids, and by the clientOrderIds of the orders that only this account sent. */
function ownMarks(record: RunRecord, account: string | undefined): Map<string, PaymentSighting> {
  const own = new Map(record.payments.flatMap((payment) => marksOf(payment).map((mark) => [mark, payment] as const)));
  const sent = record.exchanges.filter(({ line }) => line.request.account === account);
  const used = new Set(sent.map(({ line }) => line.request.clientOrderId));
  const created = new Set(record.creations.map(({ clientOrderId }) => clientOrderId).filter((key) => !used.has(key)));
  for (const payment of record.payments) {
    const key = textField(payment.value, 'clientOrderId');
    if (key !== undefined && created.has(key)) own.set(key, payment);
  }
  return own;
}

/** No answer to another account shows a payment that the account under test was shown (AUT-09), whichever of the two it belongs to. */
export function keepsApart(record: RunRecord, { theirs, foreign }: ApartArgs): OracleResult {
  const [control, ...asked] = [theirs, ...foreign].map((id) => record.exchange(id));
  if (control?.class !== 'accepted')
    return faultResult(
      missingFault(record, control ?? record.exchange(theirs), 'a second account that the target accepts'),
    );
  const { account } = control.line.request;
  const own = ownMarks(record, account);
  const isDecided = asked.some(({ class: kind }) => kind === 'accepted' || kind === 'refused');
  if (own.size === 0 || !isDecided)
    return faultResult({ code: 'noEvidence', wanted: 'a payment, and reads of another account', exchanges: [theirs] });
  const leaks = new Map<string, Fault>();
  for (const sighting of record.exchanges.filter(({ line }) => line.request.account === account).flatMap(paymentsIn)) {
    const { exchange, value } = sighting;
    const names = ['id', 'clientOrderId'].flatMap((name) => textField(value, name) ?? []);
    const shown = names.map((name) => own.get(name)).find((one) => one !== undefined);
    const id = textField(shown?.value, 'id') ?? '';
    if (!shown || leaks.has(id)) continue;
    const what = `the payment ${id}, in the answer to ${exchange.request},`;
    leaks.set(id, {
      code: 'notHidden',
      what,
      seen: excerpt(value),
      exchanges: [shown.exchange.id, theirs, exchange.id],
    });
  }
  return toResult([theirs, ...foreign], [...leaks.values()]);
}
