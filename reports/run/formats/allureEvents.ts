import { join } from 'node:path';
import type {
  FullConfig,
  FullProject,
  Suite,
  TestCase,
  TestError,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import type { Kind } from '../../../traffic/requirements/requirement.ts';
import { escapeLine } from '../../text/escape.ts';
import { combinationCount, findingLines, outcomeLabel, valueWords } from '../messages.ts';
import { type TestStatus, testStatusOf } from '../testStatus.ts';

/** The time and the worker of a requirement's test. */
export type Timing = Pick<TestResult, 'startTime' | 'duration' | 'workerIndex' | 'parallelIndex'>;

/** Returns the parts of a configuration that allure-playwright reads: `root` is the folder of the package, `folder` that of the results. */
export function configFor(root: string, folder: string): FullConfig {
  const project = { name: '', testDir: root, outputDir: folder, snapshotDir: folder, repeatEach: 1 };
  const config: Pick<FullConfig, 'rootDir' | 'projects'> = { rootDir: root, projects: [project as FullProject] };
  return config as FullConfig;
}

/** A requirement as a test, a result and its steps, as allure-playwright receives them. */
export interface AllureEvents {
  test: TestCase;
  result: TestResult;
  steps: readonly TestStep[];
}

const severities: Readonly<Record<Kind, string>> = { must: 'critical', should: 'normal', observe: 'minor' };

/** The most learned keys of one requirement that are shown; the JSON has them all. */
const mostLearned = 50;

function statusOf(requirement: RequirementVerdict): TestResult['status'] {
  // timedOut is the only Playwright status that Allure calls broken: an error of the suite, not of the target.
  if (requirement.outcome === 'error') return 'timedOut';
  const statuses: Readonly<Record<TestStatus, TestResult['status']>> = {
    passed: 'passed',
    failed: 'failed',
    undecided: 'failed',
    skipped: 'skipped',
  };
  return statuses[testStatusOf(requirement)];
}

/** Writes the annotations that allure-playwright reads as labels; the message of a skipped requirement is one, too. */
function annotationsOf(requirement: RequirementVerdict): TestCase['annotations'] {
  const { id, section, kind, basis, law: isTraceCheck, outcome, attribution, findings } = requirement;
  const labels = {
    requirement: id,
    feature: section,
    suite: section,
    severity: severities[kind],
    outcome,
    ...(attribution && { attribution }),
  };
  const tags = [kind, basis, isTraceCheck ? 'law' : 'probe'];
  const [finding] = findings;
  const skipped = `${outcomeLabel(requirement)}${finding ? `: ${escapeLine(finding.seen)}` : ''}`;
  return [
    ...Object.entries(labels).map(([name, description]) => ({ type: `allure.label.${name}`, description })),
    ...tags.map((description) => ({ type: 'allure.label.tag', description })),
    ...(testStatusOf(requirement) === 'skipped' ? [{ type: 'skip', description: skipped }] : []),
  ];
}

function errorOf(requirement: RequirementVerdict): TestError | undefined {
  const standing = testStatusOf(requirement);
  if (standing === 'passed' || standing === 'skipped') return undefined;
  const lines = requirement.findings.flatMap(findingLines).map(escapeLine);
  return { message: [outcomeLabel(requirement), ...lines].join('\n') };
}

function stepsOf(requirement: RequirementVerdict, startTime: Date): TestStep[] {
  const { outcome, findings, learned = {}, cells: combinations, exchanges } = requirement;
  const failed = errorOf(requirement) !== undefined;
  const counted = combinations && combinationCount(combinations);
  const titles = [
    ...findings.map((finding) => ({ title: findingLines(finding).join('; '), error: failed })),
    ...Object.entries(learned)
      .slice(0, mostLearned)
      .map(([key, value]) => ({ title: `${outcome} ${key}: ${valueWords(requirement, [key, value])}`, error: false })),
    ...(counted ? [{ title: counted, error: false }] : []),
    ...(exchanges.length > 0 ? [{ title: `exchanges ${exchanges.join(', ')}`, error: false }] : []),
  ];
  return titles.map(({ title, error }) => ({
    title: escapeLine(title),
    category: 'test.step',
    startTime,
    duration: 0,
    steps: [],
    attachments: [],
    annotations: [],
    titlePath: () => [escapeLine(title)],
    ...(error && { error: { message: outcomeLabel(requirement) } }),
  }));
}

/** Returns the file of a requirement as a suite of one test. Its project has no name, so that a test has one history on every machine. */
function fileSuite(file: string, { projects }: FullConfig): Suite {
  return {
    type: 'file',
    title: file,
    suites: [],
    tests: [],
    allTests: () => [],
    entries: () => [],
    titlePath: () => ['', '', file],
    project: () => projects[0],
  };
}

function testOf(requirement: RequirementVerdict, config: FullConfig): TestCase {
  const { id, where } = requirement;
  const title = escapeLine(`${id} ${requirement.title}`);
  const [, file = where, line = '1'] = /^(.*):(\d+)$/.exec(escapeLine(where)) ?? [];
  const skipped = testStatusOf(requirement) === 'skipped';
  return {
    type: 'test',
    id,
    title,
    location: { file: join(config.rootDir, file), line: Number(line), column: 1 },
    parent: fileSuite(file, config),
    titlePath: () => ['', '', file, title],
    annotations: annotationsOf(requirement),
    tags: [],
    expectedStatus: skipped ? 'skipped' : 'passed',
    outcome: () => (skipped ? 'skipped' : errorOf(requirement) ? 'unexpected' : 'expected'),
    ok: () => errorOf(requirement) === undefined,
    repeatEachIndex: 0,
    results: [],
    retries: 0,
    timeout: 0,
  };
}

/**
 * Presents a requirement as Playwright would if its tests ended as the verdict says. Everything except the times comes from the verdict. The output,
 * attachments and errors of the test itself are left out, since they may contain a secret.
 */
export function allureEventsOf(
  requirement: RequirementVerdict,
  { config, timing }: { config: FullConfig; timing: Timing },
): AllureEvents {
  const error = errorOf(requirement);
  const { startTime, duration, workerIndex, parallelIndex } = timing;
  const result: TestResult = {
    startTime,
    duration,
    workerIndex,
    parallelIndex,
    status: statusOf(requirement),
    retry: 0,
    errors: error ? [error] : [],
    ...(error && { error }),
    annotations: [],
    attachments: [],
    stdout: [],
    stderr: [],
    steps: [],
  };
  return { test: testOf(requirement, config), result, steps: stepsOf(requirement, startTime) };
}
