import { decimal, isExactNumber, isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { effectFault } from '../core/creationEffect.ts';
import { type Looked, lookedAt, type OracleResult, toResult } from '../core/result.ts';
import { rateLimitTestAccount } from '../limits/models/limitTrials.ts';
import { excuseFor } from './excuse.ts';
import { unknownFunds } from './fundsCoverage.ts';
import { movedLimitFault } from './movedLimits.ts';

/** Returns the reason why a control request that was not accepted proves nothing about the request compared with it. */
export function controlFault(record: RunRecord, control: Exchange): Fault {
  const { request, seen, id } = control;
  return excuseFor(record, control) ?? { code: 'controlFailed', control: request, seen, exchanges: [id] };
}

/**
 * Returns the reason why an answer does not show a wanted value: there is no answer, the answer is not accepted JSON, or the answer is valid but does not have
 * the value.
 */
export function missingFault(record: RunRecord, exchange: Exchange, wanted: string): Fault {
  const { request, id, json } = exchange;
  if (exchange.class !== 'accepted' || json === undefined) return controlFault(record, exchange);
  return { code: 'missing', wanted, hint: `the answer to ${request} has none`, exchanges: [id] };
}

/** The arguments of an acceptance: `what` describes the request in the sentence, and `looked` says of how many of its kind it stands. */
interface AcceptanceArgs {
  exchange: string;
  what: string;
  looked?: Looked;
}

/** The request was accepted (2xx). */
export function accepted(record: RunRecord, { exchange, what, looked }: AcceptanceArgs): OracleResult {
  const sent = record.exchange(exchange);
  const held = toResult([exchange], []);
  if (sent.class === 'accepted') return looked ? lookedAt(held, looked) : held;
  const fault: Fault = { code: 'notAccepted', what, seen: sent.seen, exchanges: [exchange] };
  return toResult([exchange], [excuseFor(record, sent) ?? unknownFunds(record, sent) ?? fault]);
}

/** The request was accepted and answered with JSON. */
export function answersJson(record: RunRecord, { exchange, what }: { exchange: string; what: string }): OracleResult {
  const sent = record.exchange(exchange);
  if (sent.class !== 'accepted' || sent.json !== undefined) return accepted(record, { exchange, what });
  return toResult([exchange], [missingFault(record, sent, what)]);
}

/** The arguments of a refusal: the exchange with the defect, its control request, and whether to prove that it had no effect. */
export interface RefusalArgs {
  exchange: string;
  control: string;
  defect: string;
  effect?: boolean;
}

/** The request with the defect was refused with a client error, and its control request was accepted (design: every refusal has its control). */
export function refused(record: RunRecord, args: RefusalArgs): OracleResult {
  const control = record.exchange(args.control);
  const sent = record.exchange(args.exchange);
  const evidence = [control.id, sent.id];
  if (control.class !== 'accepted') return toResult(evidence, [controlFault(record, control)]);
  if (sent.class !== 'refused') {
    const fault: Fault = { code: 'notRefused', defect: args.defect, seen: sent.seen, exchanges: evidence };
    return toResult(evidence, [(sent.isTaken ? movedLimitFault(record, sent) : excuseFor(record, sent)) ?? fault]);
  }
  const effect = args.effect && !record.live ? effectFault(record, sent) : undefined;
  return toResult(evidence, effect ? [effect] : []);
}

/**
 * A request was accepted like its control, which differs only in its signature (AUT-03) or its clientOrderId (LIM-03). A control that is not accepted decides
 * nothing.
 */
export function acceptedLike(
  record: RunRecord,
  { exchange, twin: controlId, what }: { exchange: string; twin: string; what: string },
): OracleResult {
  const control = record.exchange(controlId);
  if (control.class === 'accepted') return accepted(record, { exchange, what });
  const reason = `${what} has no valid control: the corresponding request is not accepted either`;
  return toResult(
    [controlId],
    [excuseFor(record, control) ?? { code: 'notApplicable', reason, exchanges: [controlId] }],
  );
}

/** What tells an order of an account from its others, for a service that refuses the same order twice in a row. */
const contentOf = ({ sent, line }: Exchange): string => {
  const { clientOrderId: _, ...content } = isObject(sent) ? sent : {};
  return JSON.stringify([line.request.account, content]);
};

const isOfSameAccount = (one: Exchange, other: Exchange) => one.line.request.account === other.line.request.account;

/** The decimals that every price may have. How many more a target takes is not shown. */
const surePlaces = 2;

/** True if nothing in a body may be refused for its decimals: orders of payments and exchanges keep to the scale that a list shows. */
const isPlain = ({ sent, line }: Exchange): boolean => {
  const amount = field(sent, 'amount');
  return (
    !line.operation?.includes('/crypto-acquiring/') ||
    !isExactNumber(amount) ||
    decimal(amount).decimalPlaces() <= surePlaces
  );
};

/**
 * Every control request of a creation was accepted, whichever test and account sent it: it is what the text and the target's own lists allow. An order like an
 * earlier one is left out, since a service may guard against doubles; so is one whose decimals, funds, limits or transport explain the refusal.
 */
export function takesEach(record: RunRecord, { operation }: { operation: string }): OracleResult {
  const sent = record.exchanges.filter(({ line }) => line.operation === operation);
  const controls = sent.filter((one) => one.line.purpose === 'control' && isPlain(one));
  const hasBefore = (exchange: Exchange, isMeant: (one: Exchange) => boolean) =>
    sent.some((one) => one.sentNs < exchange.sentNs && isMeant(one));
  const isFirst = (exchange: Exchange) =>
    !hasBefore(exchange, (one) => one.isTaken && contentOf(one) === contentOf(exchange)) &&
    // A rate limit may refuse with any status, so only the first order of an account that uses it up shows anything.
    !(rateLimitTestAccount(record, exchange) && hasBefore(exchange, (one) => isOfSameAccount(one, exchange)));
  const refusals = controls.filter(
    (one) => one.class === 'refused' && isFirst(one) && !(excuseFor(record, one) ?? unknownFunds(record, one)),
  );
  return toResult(
    controls.filter(({ isTaken }) => isTaken).map(({ id }) => id),
    refusals.map(({ id, seen, request, line }): Fault => {
      const by = line.request.account === undefined ? '' : ` by the account ${line.request.account}`;
      return { code: 'notAccepted', what: `${request}${by}, as the target's lists allow it,`, seen, exchanges: [id] };
    }),
  );
}
