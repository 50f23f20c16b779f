import { formats } from '../../../schemas/domain/formats.ts';
import { field, grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, checkoutsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { statusOf } from '../../core/history.ts';
import { epochNsIn } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { creationOf, otherwise, projectFaults } from '../origins/creation.ts';
import { fractionBecame } from './newCheckout.ts';

/** A checkout shows the project in which it was created, and the name of that project, in every answer (CHK-01). */
export const isOfItsProject =
  (record: RunRecord) =>
  (sighting: AcquiringSighting): Fault[] =>
    projectFaults(record, sighting, ['projectId', 'projectName']);

const texts = ['clientOrderId', 'name', 'returnUrl', 'type'];

/**
 * Reports the fields of a checkout that show something else than what was sent to create it. A field that a read leaves out is not judged. No words say that
 * expiresAt stays once the end user has chosen, so it is judged while the checkout is NEW.
 */
function unlikeSent(record: RunRecord, sighting: AcquiringSighting): Fault[] {
  const sent = creationOf(record, sighting)?.created.sent;
  const changed = texts.filter((name) => {
    const [wanted, seen] = [textField(sent, name), field(sighting.value, name)];
    return wanted !== undefined && seen !== undefined && seen !== wanted;
  });
  const [wanted, seen] = [epochNsIn(sent, 'expiresAt'), epochNsIn(sighting.value, 'expiresAt')];
  const isMoved =
    statusOf(sighting) === 'NEW' && wanted !== undefined && seen !== undefined && !fractionBecame(wanted, seen);
  return [...changed, ...(isMoved ? ['expiresAt'] : [])].map((name) =>
    otherwise(sighting, name, `${excerpt(field(sent, name))}, as sent,`),
  );
}

/** Reports a price that is not the one that was sent. */
function unlikePrice(record: RunRecord, sighting: AcquiringSighting): Fault[] {
  const sent = creationOf(record, sighting)?.created.sent;
  const [price, shown] = [field(sent, 'fixedAmount'), field(sighting.value, 'fixedAmount')];
  const [wanted, seen] = [numberIn(price, 'amount'), numberIn(shown, 'amount')];
  if (textField(sent, 'type') !== 'FIXED_PRICE' || !wanted || shown === undefined) return [];
  if (seen?.eq(wanted) && textField(shown, 'currency') === textField(price, 'currency')) return [];
  return [otherwise(sighting, 'fixedAmount', `${excerpt(price ?? null)}, as sent,`)];
}

/** Reports a price of a checkout that was created without one: the end user pays any amount within the limits (§ Checkout types, NO_PRICE). */
function pricedSince(record: RunRecord, sighting: AcquiringSighting): Fault[] {
  const sent = creationOf(record, sighting)?.created.sent;
  if (textField(sent, 'type') !== 'NO_PRICE' || !numberIn(field(sighting.value, 'fixedAmount'), 'amount')) return [];
  return [otherwise(sighting, 'fixedAmount', 'null or absent, since it has no price,')];
}

/** Reports an acquiringUrl that nobody could open from another place than the target. */
function unopenable(sighting: AcquiringSighting): Fault[] {
  const url = textField(sighting.value, 'acquiringUrl');
  if (url === undefined || formats['absolute-url'](url)) return [];
  return [otherwise(sighting, 'acquiringUrl', 'an absolute URL')];
}

/** Reports two checkouts that show one acquiringUrl: it is the address of the page of one checkout (§ Checkout, acquiringUrl). */
function sharedPages(sightings: readonly AcquiringSighting[]): Fault[] {
  const idOf = ({ value }: AcquiringSighting) => textField(value, 'id') ?? '';
  const pages = grouped(sightings, ({ value }) => textField(value, 'acquiringUrl') ?? '');
  return [...pages].flatMap(([page, shown]): Fault[] => {
    const [first] = shown;
    const other = first && shown.find((one) => idOf(one) !== idOf(first));
    if (page === '' || !first || !other) return [];
    const fault = otherwise(other, 'acquiringUrl', `another address than that of ${idOf(first)}`);
    return [{ ...fault, exchanges: [first.exchange.id, other.exchange.id] }];
  });
}

/** What is compared with the body of the creation. */
const comparisons = { texts: unlikeSent, price: unlikePrice, 'no price': pricedSince };

/**
 * Every answer that shows a checkout of this run shows what was sent to create it: the texts and expiresAt, beside an absolute acquiringUrl of its own (CHK-04), or the
 * price (CHK-02a), or none (CHK-02b).
 */
export function showsWhatWasSent(record: RunRecord, { of }: { of: keyof typeof comparisons }): OracleResult {
  // A body with a defect may be repaired on its way in.
  const own = checkoutsIn(record).filter((one) => {
    const created = creationOf(record, one)?.created;
    return created !== undefined && created.line.purpose !== 'defect';
  });
  if (own.length === 0)
    return faultResult({ code: 'noEvidence', wanted: 'a checkout that this run created', exchanges: [] });
  return toResult(
    own.map(({ exchange }) => exchange.id),
    [
      ...own.flatMap((one) => comparisons[of](record, one)),
      ...(of === 'texts' ? [...own.flatMap(unopenable), ...sharedPages(own)] : []),
    ],
  );
}
