import { type PaymentSighting, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { statusOf } from '../core/history.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { settledPayment } from '../core/settledPayment.ts';
import { elapsedOnTarget } from '../core/targetTime.ts';
import { type Echo, echoesOf } from './echoes.ts';
import { isFinalStatus } from './lifecycle.ts';

/** A mock card by its name in the journal, and the status of every pay-out to it. */
interface MockCardArgs {
  card: 'failed' | 'success';
  status: string;
}

/** Returns when a control action was first asked to move each payment, ns: what is shown afterwards says nothing about its card. */
function movedNs({ controlActions }: RunRecord): ReadonlyMap<string | undefined, bigint> {
  const asked = controlActions.map(
    ({ what, askedNs, atNs }) => [settledPayment(what), BigInt(askedNs ?? atNs)] as const,
  );
  return new Map(asked.toSorted(([, one], [, other]) => Number(other - one)));
}

/** Returns the sighting that shows how a pay-out ended, or that it had not ended when its time was over. */
function endOf(record: RunRecord, { exchange, shown }: Echo): PaymentSighting | undefined {
  const finalNs = BigInt(record.target?.deadlines.finalMs ?? 0) * 1_000_000n;
  const late = shown.filter((one) => (elapsedOnTarget(record, exchange, one.exchange)?.least ?? 0n) >= finalNs);
  return shown.find((one) => isFinalStatus(statusOf(one))) ?? late.at(-1);
}

/**
 * Returns the accepted pay-outs without a defect by card whose number, as the journal writes it, passes the test, each with what shows it before any control action
 * moves it.
 */
function payoutsTo(record: RunRecord, is: (card: string) => boolean): Echo[] {
  const moved = movedNs(record);
  const isOwn = ({ value, exchange }: PaymentSighting) => {
    const asked = moved.get(textField(value, 'id'));
    return asked === undefined || exchange.receivedNs < asked;
  };
  return echoesOf(record)
    .filter(
      ({ exchange: { line, sent } }) =>
        line.operation === 'POST /v1/user/payments/payout' &&
        line.purpose !== 'defect' &&
        is(textField(sent, 'cardNumber') ?? ''),
    )
    .map((echo) => ({ ...echo, shown: echo.shown.filter(isOwn) }));
}

/** No sound pay-out of the run to any other card ends in a sandbox while it has to be PENDING (SBX-05). */
export function endsNoOtherCard(record: RunRecord): OracleResult {
  const isSandbox = record.target?.kind === 'sandbox' || record.target?.kind === 'emulator';
  const sent = isSandbox ? payoutsTo(record, (card) => /^<card (?:other|sample)/.test(card)) : [];
  const windowNs = BigInt(record.target?.deadlines.pendingWindowMs ?? 0) * 1_000_000n;
  const faults = sent.flatMap(({ exchange, shown }): Fault[] => {
    const isEarly = (one: PaymentSighting) => {
      const elapsed = elapsedOnTarget(record, exchange, one.exchange);
      return elapsed !== undefined && elapsed.most < windowNs;
    };
    const ended = shown.find((one) => isFinalStatus(statusOf(one)) && isEarly(one));
    if (!ended) return [];
    const payment = textField(ended.value, 'id') ?? exchange.request;
    const seen = statusOf(ended) ?? '';
    return [{ code: 'tooFar', payment, wanted: 'PENDING', seen, exchanges: [exchange.id, ended.exchange.id] }];
  });
  return toResult(
    sent.map(({ exchange }) => exchange.id),
    faults,
  );
}

/**
 * Every accepted pay-out of the run to a mock card ends as this card says, whatever was sent before it and with it (SBX-03, SBX-04). One with a defect may fail for
 * that when its details are validated (§ Payments, rule 4).
 */
export function endAsTheirCard(record: RunRecord, { card, status }: MockCardArgs): OracleResult {
  const ended = payoutsTo(record, (one) => one === `<card ${card}>`).flatMap((echo) => {
    const end = endOf(record, echo);
    return end ? [{ made: echo.exchange, end }] : [];
  });
  const faults = ended
    .filter(({ end }) => statusOf(end) !== status)
    .map(
      ({ made, end }): Fault => ({
        code: 'notReached',
        payment: textField(end.value, 'id') ?? made.request,
        wanted: status,
        seen: statusOf(end) ?? 'no status',
        exchanges: [made.id, end.exchange.id],
      }),
    );
  return toResult(
    ended.flatMap(({ made, end }) => [made.id, end.exchange.id]),
    faults,
  );
}
