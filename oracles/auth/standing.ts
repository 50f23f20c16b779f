import type { HeaderScheme } from '../../schemas/domain/signingSchemes.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { refusalForm } from '../general/refusalForms.ts';
import { rateLimitTestAccount } from '../limits/models/limitTrials.ts';

const saltOf = ({ line }: Exchange) => line.request.headers.find(([name]) => name === 'X-Salt')?.[1];

/** A salt as § Authentication shows it. What other salts get is not shown. */
const shownSalt = /^[0-9a-f]{64}$/i;

/** Returns a predicate for requests that are signed as shown, with a salt that no other request has: a target may refuse a salt that comes again. */
function soundlySigned({ exchanges }: RunRecord): (exchange: Exchange) => boolean {
  const salted = grouped(exchanges, (one) => saltOf(one) ?? '');
  return (exchange) => {
    const { scheme, fault, manner } = exchange.line.request.signature;
    if (fault !== undefined || manner !== undefined || exchange.line.operation === undefined) return false;
    const salt = saltOf(exchange) ?? '';
    return scheme === 'simple' || (scheme === 'signed' && shownSalt.test(salt) && salted.get(salt)?.length === 1);
  };
}

/** The forms in which a run saw wrong credentials refused, and nothing else. */
function formsOfWrongCredentials({ exchanges }: RunRecord): ReadonlySet<string> {
  const refusals = exchanges.filter(({ class: kind, line }) => kind === 'refused' && line.purpose === 'defect');
  const isWrong = ({ line: { request } }: Exchange) =>
    request.signature.fault !== undefined || request.signature.scheme === 'none';
  const forms = new Set(refusals.filter(isWrong).map(refusalForm));
  for (const other of refusals.filter((one) => !isWrong(one))) forms.delete(refusalForm(other));
  return forms;
}

/** Statuses of refusals that pass: what is asked for is not there yet, or the service is busy. */
const passing = [404, 408, 409, 425, 429];

/** Returns the requests of one credential that were accepted before and after an exchange; the credential is right all the time then. */
const around = (
  accepted: readonly Exchange[],
  exchange: Exchange,
  isAlike: (one: Exchange) => boolean = () => true,
) => [
  accepted.findLast((one) => one.clock === exchange.clock && one.receivedNs < exchange.sentNs && isAlike(one)),
  accepted.find((one) => one.clock === exchange.clock && one.sentNs > exchange.receivedNs && isAlike(one)),
];

/**
 * Right credentials are not refused between two requests that were accepted with them (AUT-01, AUT-02). It is such a refusal if the target answers wrong credentials alike,
 * or if it refuses a read that it grants before and after.
 */
export function staysGranted(record: RunRecord, { scheme }: { scheme: HeaderScheme }): OracleResult {
  const isSound = soundlySigned(record);
  const wrong = formsOfWrongCredentials(record);
  const sound = record.exchanges.filter(isSound);
  // A rate limit may refuse with any status, so an account that uses it up shows nothing.
  const asked = sound.filter(
    (one) =>
      one.line.request.signature.scheme === scheme &&
      one.line.purpose !== 'defect' &&
      !rateLimitTestAccount(record, one),
  );
  const accepted = grouped(
    sound.filter(({ class: kind }) => kind === 'accepted'),
    ({ line }) => line.request.signature.credential,
  );
  const faults = asked.flatMap((exchange): Fault[] => {
    const { class: kind, line, status = 0, seen } = exchange;
    if (kind !== 'refused' || passing.includes(status)) return [];
    const granted = accepted.get(line.request.signature.credential) ?? [];
    const isSame = (one: Exchange) => line.request.method === 'GET' && one.request === exchange.request;
    const isAlike = status === 401 && wrong.has(refusalForm(exchange)) ? undefined : isSame;
    const [before, after] = around(granted, exchange, isAlike);
    if (!before || !after) return [];
    const what = `${exchange.request} with right credentials, which were accepted before and after,`;
    return [{ code: 'notAccepted', what, seen, exchanges: [before.id, exchange.id, after.id] }];
  });
  return toResult(
    asked.filter(({ class: kind }) => kind === 'accepted').map(({ id }) => id),
    faults,
  );
}
