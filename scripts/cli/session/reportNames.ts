import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { variable } from '../../../traffic/system/environment.ts';

/** The reports that a run can write besides verdict.json. The writers are in writeReports.ts. */
export const reportNames = ['html', 'junit', 'markdown', 'allure', 'ctrf'] as const;

/** The name of a report, as `--report` takes it. */
export type ReportName = (typeof reportNames)[number];

/** The reports that only `--report` asks for: most readers of test results know JUnit. */
const onRequest: ReadonlySet<ReportName> = new Set(['ctrf']);

/** The reports that a run writes without `--report`. */
export const usualReports: readonly ReportName[] = reportNames.filter((name) => !onRequest.has(name));

const isReportName = (name: string): name is ReportName => (reportNames as readonly string[]).includes(name);

/** Reads names separated by commas or spaces. Throws ConfigurationError that names every unknown one, and the list of those that exist. */
export function reportsNamed(text: string): ReportName[] {
  const names = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  const unknown = names.filter((name) => !isReportName(name));
  if (names.length > 0 && unknown.length === 0) return names.filter(isReportName);
  const seen = unknown.length > 0 ? unknown.join(', ') : 'no name';
  const hint = 'Without the option a run writes the usual ones; it always writes verdict.json.';
  throw new ConfigurationError('--report', [
    { where: text, wanted: `names from ${reportNames.join(', ')}`, seen, hint },
  ]);
}

/** Returns the reports that this run writes: those that `--report` names, otherwise the usual ones. */
export function chosenReports(): readonly ReportName[] {
  const chosen = variable('ASSAY_REPORTS');
  return chosen === undefined ? usualReports : chosen.split(',').filter(isReportName);
}
