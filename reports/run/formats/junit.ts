import { XMLBuilder } from 'fast-xml-parser';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { escapeLine } from '../../text/escape.ts';
import { targetWords } from '../../text/targetWords.ts';
import { findingLines, haltMessage, learnedLines, outcomeLabel, resultMessage } from '../messages.ts';
import { bySection } from '../outcomeCounts.ts';
import { fingerprintsOf } from '../standing.ts';
import { type TestStatus, testStatusOf } from '../testStatus.ts';
import { authenticationSection, unsignedHeading, unsignedLines } from '../unsignedParts.ts';

/** The duration of each requirement's test in ms, by id. Only a run that sent the requests knows it. */
export type Durations = ReadonlyMap<string, { readonly duration: number }>;

/** The most learned keys of one requirement that are shown; the JSON has them all. */
const mostLearned = 50;

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  format: true,
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
});

const seconds = (ms: number) => (ms / 1000).toFixed(3);

const propertiesOf = (pairs: readonly (readonly [string, string])[]) => ({
  property: pairs.map(([name, value]) => ({ '@name': name, '@value': escapeLine(value) })),
});

function detailOf({ findings, learned }: RequirementVerdict, learnedWords: readonly string[]): string {
  const unsaid = Object.keys(learned ?? {}).length - mostLearned;
  const lines = [
    ...findings.flatMap(findingLines),
    ...learnedWords.slice(0, mostLearned),
    ...(unsaid > 0 ? [`and ${unsaid} more`] : []),
  ];
  return lines.map(escapeLine).join('\n');
}

/** Writes the element that reports the outcome of a requirement to programs that read test results. A passed requirement has no element, or only its output. */
function elementOf(requirement: RequirementVerdict, detail: string): Record<string, unknown> {
  const type = outcomeLabel(requirement);
  const message = escapeLine(resultMessage(requirement));
  const element = { '@message': message, '@type': type, '#text': detail };
  const elements: Readonly<Record<TestStatus, Record<string, unknown>>> = {
    failed: { failure: element },
    undecided: { error: element },
    skipped: { skipped: { '@message': message } },
    passed: detail === '' ? {} : { 'system-out': detail },
  };
  return elements[testStatusOf(requirement)];
}

function caseOf(requirement: RequirementVerdict, durations: Durations): object {
  const { id, title, section, where, outcome, attribution, kind } = requirement;
  const ran = durations.get(id);
  const fingerprints = fingerprintsOf(requirement).join(' ');
  return {
    '@classname': `assay.${section}`,
    '@name': escapeLine(`${id} ${title}`),
    '@file': escapeLine(where.replace(/:\d+$/, '')),
    ...(ran && { '@time': seconds(ran.duration) }),
    properties: propertiesOf([
      ['outcome', outcome],
      ['kind', kind],
      ...(attribution ? ([['attribution', attribution]] as const) : []),
      ...(fingerprints ? ([['fingerprints', fingerprints]] as const) : []),
    ]),
    ...elementOf(requirement, detailOf(requirement, learnedLines(requirement))),
  };
}

function totalsOf(requirements: readonly RequirementVerdict[]): Record<string, number> {
  const count = (standing: TestStatus) => requirements.filter((one) => testStatusOf(one) === standing).length;
  return {
    '@tests': requirements.length,
    '@failures': count('failed'),
    '@errors': count('undecided'),
    '@skipped': count('skipped'),
  };
}

function suiteOf(
  name: string,
  requirements: readonly RequirementVerdict[],
  { verdict, durations }: { verdict: Verdict; durations: Durations },
): object {
  const { header, target, exit, halt } = verdict;
  const spentMs = requirements.reduce((sum, { id }) => sum + (durations.get(id)?.duration ?? 0), 0);
  const { startedAt } = header.run;
  return {
    '@name': name,
    ...totalsOf(requirements),
    '@time': seconds(spentMs),
    // The JUnit schemas accept an instant to the second, without a zone.
    ...(startedAt && { '@timestamp': startedAt.slice(0, 19) }),
    properties: propertiesOf([
      ['target', targetWords(target)],
      ['run', header.run.id],
      ['seed', String(header.run.seed)],
      ['exit', String(exit)],
      ...(halt ? ([['halt', haltMessage({ halt, requirements: verdict.requirements })]] as const) : []),
      ...(name === authenticationSection
        ? ([[unsignedHeading, unsignedLines(verdict).slice(1).join('; ')]] as const)
        : []),
    ]),
    testcase: requirements.map((one) => caseOf(one, durations)),
  };
}

/**
 * Writes the verdict as JUnit XML: a testsuite for each section, a testcase for each requirement. `failure` is a `fail`, `error` is everything that could not
 * be decided, `skipped` is everything that was not requested; the property `outcome` has the exact word, and
 * `fingerprints` names the failures as the file of known failures does.
 */
export function writeJunit(verdict: Verdict, durations: Durations = new Map()): string {
  const sections = [...bySection(verdict.requirements)];
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'assay',
      ...totalsOf(verdict.requirements),
      '@time': seconds(verdict.header.durationMs),
      testsuite: sections.map(([name, requirements]) => suiteOf(name, requirements, { verdict, durations })),
    },
  };
  return builder.build(document);
}
