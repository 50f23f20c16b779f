import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import {
  type AcquiringRecord,
  type AcquiringSighting,
  acquiringRecordsIn,
  checkoutsIn,
  requestsIn,
} from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { isReused } from '../../core/creationEffect.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { epochNsIn } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';

type Differing = Extract<Fault, { code: 'differs' }>;

/** Returns the fault of a field that shows something else than was sent or set. */
export function otherwise({ where, value, exchange }: AcquiringSighting, name: string, wanted: string): Differing {
  const seen = excerpt(field(value, name) ?? 'nothing');
  return { code: 'differs', what: `${where}/${name}`, wanted, seen, exchanges: [exchange.id] };
}

/** The checkouts and requests that this run created, by id. A repeated clientOrderId may be answered with an earlier record, so it is left out. */
const createdById = memoizedByRecord(
  (record): ReadonlyMap<string, AcquiringRecord> =>
    new Map(
      acquiringRecordsIn(record).flatMap((one) => (isReused(record, one.created) ? [] : [[one.id, one] as const])),
    ),
);

/** Returns how this run created the record that a sighting shows; undefined for a record of somebody else. */
export const creationOf = (record: RunRecord, { value }: AcquiringSighting): AcquiringRecord | undefined =>
  createdById(record).get(textField(value, 'id') ?? '');

/** Returns the names that answers give each project: the one in the target file, or else the first that was seen. */
const projectNames = memoizedByRecord((record): ReadonlyMap<string, string> => {
  const shown = [
    ...(record.target?.projects ?? []).map(({ id, name }) => [id, name] as const),
    ...checkoutsIn(record).map(
      ({ value }) => [textField(value, 'projectId'), textField(value, 'projectName')] as const,
    ),
    ...requestsIn(record).map(
      ({ value }) =>
        [textField(value, 'cryptoAcquiringProjectId'), textField(value, 'cryptoAcquiringProjectName')] as const,
    ),
  ];
  const names = new Map<string, string>();
  for (const [id, name] of shown) if (id !== undefined && name !== undefined && !names.has(id)) names.set(id, name);
  return names;
});

/** Reports the project and its name in a checkout or a request, if they are not those of the project in which this run created it. */
export function projectFaults(
  record: RunRecord,
  sighting: AcquiringSighting,
  names: readonly [string, string],
): Fault[] {
  const project = creationOf(record, sighting)?.project;
  if (project === undefined) return [];
  const name = projectNames(record).get(project);
  const wanted = { [names[0]]: project, ...(name !== undefined && { [names[1]]: name }) };
  return Object.entries(wanted).flatMap(([at, text]) => {
    const seen = field(sighting.value, at);
    return seen === undefined || seen === text ? [] : [otherwise(sighting, at, `${text}, as of its project,`)];
  });
}

/** A checkout shows the project in which it was created, and the name of that project, in every answer (CHK-01). */
export const isOfItsProject =
  (record: RunRecord) =>
  (sighting: AcquiringSighting): Fault[] =>
    projectFaults(record, sighting, ['projectId', 'projectName']);

const texts = ['clientOrderId', 'name', 'returnUrl', 'type'];

const nsPerSecond = 1_000_000_000n;

/** True if two instants are in the same second, or one is the other cut or rounded to seconds. The interface does not show how precise expiresAt is. */
const isWithinASecond = (one: bigint, other: bigint) => {
  const off = one - other;
  return off < nsPerSecond && -off < nsPerSecond;
};

/** Reports the fields of a checkout that show something else than what was sent to create it. A field that a read leaves out is not judged. */
function unlikeSent(record: RunRecord, sighting: AcquiringSighting): Fault[] {
  const sent = creationOf(record, sighting)?.created.sent;
  const changed = texts.filter((name) => {
    const [wanted, seen] = [textField(sent, name), field(sighting.value, name)];
    return wanted !== undefined && seen !== undefined && seen !== wanted;
  });
  const [wanted, seen] = [epochNsIn(sent, 'expiresAt'), epochNsIn(sighting.value, 'expiresAt')];
  const isMoved = wanted !== undefined && seen !== undefined && !isWithinASecond(wanted, seen);
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

/** What is compared with the body of the creation. */
const comparisons = { texts: unlikeSent, price: unlikePrice };

/** Every answer that shows a checkout of this run shows what was sent to create it: the texts and expiresAt (CHK-04), or the price (CHK-02a). */
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
    own.flatMap((one) => comparisons[of](record, one)),
  );
}
