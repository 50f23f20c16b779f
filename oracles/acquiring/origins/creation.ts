import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import {
  type AcquiringRecord,
  type AcquiringSighting,
  acquiringRecordsIn,
  checkoutsIn,
  requestsIn,
} from '../../answers/acquiringRecords.ts';
import { isReused } from '../../core/creationEffect.ts';
import { memoizedByRecord } from '../../core/memoize.ts';

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
