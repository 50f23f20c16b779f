import { sightingsOf } from '../../oracles/core/creationEffect.ts';
import { paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';

/** The assertions that say nothing about what becomes of a payment. */
const ofAnswers: ReadonlySet<string> = new Set([
  'accepted',
  'acceptedLike',
  'answersPayment',
  'isFreeElsewhere',
  'hasPayUrl',
  'opensForPayer',
  'payUrlIs',
  'refused',
  'rejected',
]);

/** Returns the test of an accepted order for being open, and for having no assertion that says what becomes of it. */
function freeIn(record: RunRecord): (payin: Exchange) => boolean {
  const named = JSON.stringify(record.assertions.flatMap(({ oracle, args }) => (ofAnswers.has(oracle) ? [] : [args])));
  return ({ id, class: kind, line }) => {
    const { clientOrderId } = line.request;
    const last = clientOrderId === undefined ? undefined : sightingsOf(record, clientOrderId).at(-1);
    const status = textField(last?.value, 'status');
    return kind === 'accepted' && paymentLifecycle.initial.some((one) => one === status) && !named.includes(`"${id}"`);
  };
}

/** Returns the ids of the accepted pay-ins that are open, and about which no assertion says what becomes of them. */
export const freePayins = (record: RunRecord): string[] =>
  record
    .of('POST /v1/user/payments/payin')
    .filter(freeIn(record))
    .flatMap(({ json }) => textField(json, 'id') ?? []);

/** Returns the ids of the payments of accepted pay-outs that are open, and about which no assertion says what becomes of them. Those between currencies are left out. */
export const freePayouts = (record: RunRecord): string[] =>
  record
    .of('POST /v1/user/payments/payout')
    .filter(freeIn(record))
    .filter(({ sent }) => field(sent, 'crossPayoutAsset') === undefined)
    .flatMap(({ line }) => sightingsOf(record, line.request.clientOrderId ?? '').at(-1)?.value ?? [])
    .flatMap((payment) => textField(payment, 'id') ?? []);
