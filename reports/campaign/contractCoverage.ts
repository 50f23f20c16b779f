import type { OpenApiReport } from '../../fuzzer/openapi/coverage/report.ts';
import type { CampaignCoverage, CampaignDocument, CoverageRow } from './campaignReport.ts';

/** The coverage of a contract in a report: in the form of every campaign, and as it was counted. */
export type ContractCoverage = CampaignCoverage & OpenApiReport;

/** The result of a campaign by a contract. */
export type ContractCampaign = CampaignDocument<ContractCoverage>;

const byCount = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([why, count]) => ({ why, count }));

const byName = (names: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(names).flatMap(([why, all]) => all.map((name) => ({ why, name })));

/** Returns the coverage of a contract, in the form of every campaign. `unsent` counts the cases that could not be sent to their end. */
export function contractCoverage(report: OpenApiReport, unsent: Readonly<Record<string, number>>): ContractCoverage {
  const { operations, parameters, statuses, responses, valid, unreached, requirements } = report;
  const { dropped, ambiguous, labels, classes } = report;
  const sides = Object.values(report.sides);
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  const rows: readonly CoverageRow[] = [
    { what: 'operations', reached: operations.done, of: operations.of, missing: [] },
    {
      what: 'operations with an accepted request',
      reached: operations.reached,
      of: operations.of,
      missing: byName(unreached),
    },
    { what: 'parameters', reached: parameters.done, of: parameters.of, missing: byCount(parameters.missing) },
    {
      what: 'boundary cases',
      reached: sum(sides.map(({ done }) => done)),
      of: sum(sides.map(({ of }) => of)),
      missing: sides.flatMap(({ missing }) => byCount(missing)),
    },
    { what: 'status classes', reached: statuses.done, of: statuses.of, missing: byCount(statuses.missing) },
    { what: 'responses', reached: responses.done, of: responses.of, missing: [] },
    { what: 'valid cases accepted', reached: valid.done, of: valid.of, missing: [] },
  ];
  const decided = Object.entries(requirements).filter(([, { held, broken, learned }]) => held + broken + learned > 0);
  return {
    ...report,
    evidenced: decided.map(([id]) => id).toSorted(),
    reached: rows,
    counts: { dropped, ambiguous, labels, classes, unsent },
  };
}

/** The most operations that a note names. */
const mostNamed = 3;

const namedFew = (keys: readonly string[]) =>
  `${keys.slice(0, mostNamed).join(', ')}${keys.length > mostNamed ? ', …' : ''}`;

/** Returns what a reader of the coverage has to know: which failures did not show again, and which operations could not be judged. */
export function contractNotes({ barred, unshut, passing }: OpenApiReport): string[] {
  const { failed, lost, unasked = 0, first } = passing;
  const failures = [...(failed > 0 ? [`${failed} answers of 5xx`] : []), ...(lost > 0 ? [`${lost} lost answers`] : [])];
  return [
    ...Object.entries(unshut).map(
      ([why, keys]) =>
        `${keys.length} operations were not seen to refuse a request without a credential: ${why} (${namedFew(keys)})`,
    ),
    ...(first === undefined
      ? []
      : [`${failures.join(' and ')} did not show in both of two tries, and are no findings: the first at ${first}`]),
    ...(unasked === 0
      ? []
      : [`${unasked} of the lost were of writes: nobody knows what became of them, and none was sent again`]),
    ...(barred.length === 0
      ? []
      : [
          `nothing can be said of operations that want a credential: valid requests were answered with 401 or 403 (${namedFew(barred)}); give a credential that the target accepts: --auth <security scheme>=env:<variable>`,
        ]),
  ];
}
