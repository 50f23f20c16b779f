import type { Fraction, OpenApiReport } from '../../fuzzer/openapi/coverage/report.ts';
import { type CampaignCoverage, type CampaignDocument, type CoverageRow, firstFew } from './campaignReport.ts';

/** The coverage of a contract in a report: in the form of every campaign, and as it was counted. */
export type ContractCoverage = CampaignCoverage & OpenApiReport;

/** The result of a campaign by a contract. */
export type ContractCampaign = CampaignDocument<ContractCoverage>;

const byCount = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([why, count]) => ({ why, count }));

const byName = (names: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(names).flatMap(([why, all]) => all.map((name) => ({ why, name })));

const rowOf = (what: string, { done, of }: Fraction, missing: CoverageRow['missing'] = []): CoverageRow => ({
  what,
  reached: done,
  of,
  missing,
});

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

/** Returns the coverage of a contract, in the form of every campaign. `unsent` counts the cases that could not be sent to their end. */
export function contractCoverage(report: OpenApiReport, unsent: Readonly<Record<string, number>>): ContractCoverage {
  const { operations, parameters, statuses, dropped, ambiguous, labels, classes } = report;
  const all = Object.values(report.sides);
  const sides = { done: sum(all.map(({ done }) => done)), of: sum(all.map(({ of }) => of)) };
  const accepted = { of: operations.of, done: operations.reached };
  const results = Object.entries(report.requirements);
  return {
    ...report,
    evidenced: results
      .flatMap(([id, { held, broken, learned }]) => (held + broken + learned > 0 ? [id] : []))
      .toSorted(),
    reached: [
      rowOf('operations', operations),
      rowOf('operations with an accepted request', accepted, byName(report.unreached)),
      rowOf('parameters', parameters, byCount(parameters.missing)),
      rowOf(
        'boundary cases',
        sides,
        all.flatMap(({ missing }) => byCount(missing)),
      ),
      rowOf('status classes', statuses, byCount(statuses.missing)),
      rowOf('responses', report.responses),
      rowOf('valid cases accepted', report.valid),
    ],
    counts: { dropped, ambiguous, labels, classes, unsent },
  };
}

/** Returns what a reader has to know besides: which failures did not show again, and which operations could not be judged. */
export function contractNotes({ barred, unshut, passing }: OpenApiReport): string[] {
  const { failed, lost, unasked = 0, first } = passing;
  const failures = [...(failed > 0 ? [`${failed} answers of 5xx`] : []), ...(lost > 0 ? [`${lost} lost answers`] : [])];
  const notes = Object.entries(unshut).map(
    ([why, keys]) =>
      `${keys.length} operations were not seen to refuse a request without a credential: ${why} (${firstFew(keys)})`,
  );
  if (first !== undefined)
    notes.push(
      `${failures.join(' and ')} did not show in both of two tries, and are no findings: the first at ${first}`,
    );
  if (unasked > 0)
    notes.push(`${unasked} of the lost were of writes: nobody knows what became of them, and none was sent again`);
  if (barred.length > 0)
    notes.push(
      `nothing can be said of operations that want a credential: valid requests were answered with 401 or 403 (${firstFew(barred)}); give a credential that the target accepts: --auth <security scheme>=env:<variable>`,
    );
  return notes;
}
