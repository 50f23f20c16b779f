import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { escapeLine } from '../../text/escape.ts';
import { changedLines, findingLines, haltMessage, resultMessage } from '../messages.ts';
import { rerunCommand } from '../repeat.ts';
import { fingerprintsOf } from '../standing.ts';
import { type TestStatus, testStatusOf } from '../testStatus.ts';

/** The start and duration in ms of each requirement's test, by id. Only a run that sent the requests knows them. */
export type TestTimes = ReadonlyMap<string, { readonly startTime: Date; readonly duration: number }>;

/** The words of the Common Test Report Format for each status; what could not be decided is `other`. */
const ctrfStatuses = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  undecided: 'other',
} as const satisfies Record<TestStatus, string>;

const statusOf = (requirement: RequirementVerdict) => ctrfStatuses[testStatusOf(requirement)];

/** The most changed values of one requirement that are shown; the JSON has them all. */
const mostChanges = 50;

function testOf(requirement: RequirementVerdict, verdict: Verdict, times: TestTimes): object {
  const { id, title, section, kind, where, outcome, attribution, findings } = requirement;
  const ran = times.get(id);
  const changes = changedLines(requirement).slice(0, mostChanges);
  const start = ran?.startTime.getTime() ?? 0;
  const fingerprints = fingerprintsOf(requirement).map(escapeLine);
  return {
    name: escapeLine(`${id} ${title}`),
    status: statusOf(requirement),
    duration: Math.round(ran?.duration ?? 0),
    ...(ran && { start, stop: start + Math.round(ran.duration) }),
    suite: [section],
    rawStatus: outcome,
    filePath: escapeLine(where.replace(/:\d+$/, '')),
    labels: { requirement: id, kind, ...(attribution && { attribution }) },
    ...((findings.length > 0 || changes.length > 0) && {
      message: escapeLine(resultMessage(requirement)),
      trace: [...findings.flatMap(findingLines), ...changes].map(escapeLine).join('\n'),
      extra: {
        again: escapeLine(rerunCommand(verdict, requirement)),
        ...(fingerprints.length > 0 && { fingerprints }),
      },
    }),
  };
}

function summaryOf({ requirements, header }: Verdict): object {
  const count = (status: string) => requirements.filter((one) => statusOf(one) === status).length;
  const duration = Math.round(header.durationMs);
  const start = Date.parse(header.run.startedAt || header.judgedAt);
  return {
    tests: requirements.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: 0,
    other: count('other'),
    suites: new Set(requirements.map(({ section }) => section)).size,
    start,
    stop: start + duration,
    duration,
  };
}

/** Writes the verdict in the Common Test Report Format (ctrf.io): a test for each requirement, whose `rawStatus` is the exact outcome. */
export function writeCtrf(verdict: Verdict, times: TestTimes = new Map()): string {
  const { target, header, requirements, exit, halt, contract } = verdict;
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: header.judgedAt,
    generatedBy: 'assay',
    results: {
      tool: { name: 'assay' },
      summary: summaryOf(verdict),
      tests: requirements.map((one) => testOf(one, verdict, times)),
      environment: {
        appName: escapeLine(target.name),
        testEnvironment: escapeLine(target.kind),
        extra: { baseUrl: escapeLine(target.baseUrl) },
      },
      extra: {
        run: escapeLine(header.run.id),
        seed: header.run.seed,
        contract,
        exit,
        ...(halt && { halt: escapeLine(haltMessage({ halt, requirements })) }),
      },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
