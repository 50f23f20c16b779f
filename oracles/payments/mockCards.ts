import { type PaymentSighting, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { statusOf } from '../core/history.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { elapsedOnTarget } from '../core/targetTime.ts';
import { type Echo, echoesOf } from './echoes.ts';
import { isFinalStatus } from './lifecycle.ts';

/** A mock card by its name in the journal, and the status of every pay-out to it. */
interface MockCardArgs {
  card: 'failed' | 'success';
  status: string;
}

/** Returns the payments that a control action has moved: their end says nothing about their card. */
const settledIn = ({ controlActions }: RunRecord): ReadonlySet<string | undefined> =>
  new Set(controlActions.map(({ what }) => /^payments\/([^/]+)\/settle$/.exec(what)?.[1]));

/** Returns the sighting that shows how a pay-out ended, or that it had not ended when its time was over. */
function endOf(record: RunRecord, { exchange, shown }: Echo): PaymentSighting | undefined {
  const finalNs = BigInt(record.target?.deadlines.finalMs ?? 0) * 1_000_000n;
  const late = shown.filter((one) => (elapsedOnTarget(record, exchange, one.exchange)?.least ?? 0n) >= finalNs);
  return shown.find((one) => isFinalStatus(statusOf(one))) ?? late.at(-1);
}

/**
 * Every accepted pay-out of the run to a mock card ends as this card says, whatever was sent before it and with it (SBX-03, SBX-04). One with a defect may fail for
 * that when its details are validated (§ Payments, rule 4).
 */
export function endAsTheirCard(record: RunRecord, { card, status }: MockCardArgs): OracleResult {
  const settled = settledIn(record);
  const ended = echoesOf(record)
    .filter(({ exchange: { line } }) => line.operation === 'POST /v1/user/payments/payout' && line.purpose !== 'defect')
    .filter(({ exchange }) => textField(exchange.sent, 'cardNumber') === `<card ${card}>`)
    .flatMap((echo) => {
      const end = endOf(record, echo);
      return end && !settled.has(textField(end.value, 'id')) ? [{ made: echo.exchange, end }] : [];
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
