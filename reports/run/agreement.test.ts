import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { assert, asyncProperty, property } from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { arbitraryVerdict } from '../../tests/support/reports/arbitraryVerdict.ts';
import { outsideFences } from '../../tests/support/reports/outsideFences.ts';
import { type Outcome, outcomes } from '../../traffic/outcome/outcome.ts';
import { writeRunPage } from '../html/run/runPage.ts';
import { writeAllure } from './formats/allureResults.ts';
import { writeConsole } from './formats/console.ts';
import { writeCtrf } from './formats/ctrf.ts';
import { writeJunit } from './formats/junit.ts';
import { writeVerdictJson } from './json.ts';
import { writeMarkdown } from './markdown.ts';
import { testStatuses, testStatusOf } from './testStatus.ts';

/** What a reader learns from a report: the outcome of each requirement, the count of each outcome, and the exit code. */
interface Read {
  byId: Readonly<Record<string, string>>;
  counts: Readonly<Record<string, number>>;
  exit: number;
}

const countsFrom = (all: readonly string[]) => {
  const present = outcomes.filter((outcome) => all.includes(outcome));
  return Object.fromEntries(present.map((outcome) => [outcome, all.filter((each) => each === outcome).length]));
};

const truthOf = ({ requirements, outcomes: counts, exit }: Verdict): Read => ({
  byId: Object.fromEntries(requirements.map(({ id, outcome }) => [id, outcome])),
  counts: { ...counts },
  exit,
});

function readJson(verdict: Verdict, file: string): Read {
  writeVerdictJson(verdict, file);
  return truthOf(JSON.parse(readFileSync(file, 'utf8')));
}

interface Property {
  name: string;
  value: string;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
});

const propertyOf = (properties: { property: readonly Property[] }, wanted: string) =>
  properties.property.find(({ name }) => name === wanted)?.value ?? '';

const statusIn = ({ requirements }: Verdict, id: string) =>
  testStatusOf(requirements.find((one) => one.id === id) ?? { outcome: 'not run' });

const elements = { failed: 'failure', undecided: 'error', skipped: 'skipped', passed: undefined } as const;

function readJunit(verdict: Verdict): Read {
  const { testsuite = [] } = parser.parse(writeJunit(verdict)).testsuites;
  const byId: Record<string, string> = {};
  for (const { properties, name, ...rest } of testsuite.flatMap(({ testcase }: { testcase: object[] }) => testcase)) {
    const outcome = propertyOf(properties, 'outcome');
    byId[name.split(' ')[0]] = outcome;
    const present = ['failure', 'error', 'skipped'].filter((element) => element in rest);
    expect(present).toEqual([elements[statusIn(verdict, name.split(' ')[0])]].filter(Boolean));
  }
  const exits = new Set(
    testsuite.map(({ properties }: { properties: { property: Property[] } }) => propertyOf(properties, 'exit')),
  );
  expect(exits.size).toBe(verdict.requirements.length > 0 ? 1 : 0);
  return { byId, counts: countsFrom(Object.values(byId)), exit: Number([...exits][0] ?? verdict.exit) };
}

function readCtrf(verdict: Verdict): Read {
  const { results } = JSON.parse(writeCtrf(verdict)) as {
    results: {
      tests: { labels: { requirement: string }; rawStatus: Outcome; status: string }[];
      summary: Readonly<Record<string, number>>;
      extra: { exit: number };
    };
  };
  const statuses = { passed: 'passed', failed: 'failed', skipped: 'skipped', undecided: 'other' } as const;
  const accepted = new Set(verdict.requirements.filter((one) => one.accepted).map(({ id }) => id));
  for (const { rawStatus, status, labels } of results.tests)
    expect(status).toBe(accepted.has(labels.requirement) ? 'skipped' : statuses[testStatuses[rawStatus]]);
  for (const status of Object.values(statuses))
    expect(results.summary[status]).toBe(results.tests.filter((one) => one.status === status).length);
  const byId = Object.fromEntries(results.tests.map(({ labels, rawStatus }) => [labels.requirement, rawStatus]));
  return { byId, counts: countsFrom(Object.values(byId)), exit: results.extra.exit };
}

function readMarkdown(verdict: Verdict): Read {
  const outside = outsideFences(writeMarkdown(verdict));
  const rows = outside.map((line) => /^\| ([a-z ]+) \| (\d+) \| ([^|]+) \|$/.exec(line)).filter((row) => row !== null);
  return {
    byId: Object.fromEntries(rows.flatMap(([, outcome = '', , ids = '']) => ids.split(' ').map((id) => [id, outcome]))),
    counts: Object.fromEntries(rows.map(([, outcome, count]) => [outcome, Number(count)])),
    exit: Number(/exit (\d)/.exec(outside[0] ?? '')?.[1]),
  };
}

/** The console names the requirements that need attention or learned something; it only counts the others. */
function readConsole(verdict: Verdict): Read {
  const lines = writeConsole(verdict, 'out').split('\n');
  const matches = lines.map((line) => /^([A-Z]+-\d+[a-z]?) +(.+)$/.exec(line)).filter((line) => line !== null);
  const named = matches.map(([, id = '', rest = '']) => [
    id,
    outcomes.find((outcome) => rest.startsWith(outcome)) ?? '',
  ]);
  const counts = (lines.at(-3) ?? '').replace(/ {3}\d+ POST.*/, '').matchAll(/(\d+) ([a-z ]+)/g);
  return {
    byId: Object.fromEntries(named),
    counts: Object.fromEntries([...counts].map(([, count, outcome]) => [outcome, Number(count)])),
    exit: Number(/^exit (\d)/.exec(lines.at(-2) ?? '')?.[1]),
  };
}

function readHtml(verdict: Verdict): Read {
  const page = writeRunPage({ verdict, lines: [], exchanges: new Map(), statements: {} });
  const pairs = (pattern: RegExp) =>
    [...page.matchAll(pattern)].map(([, key = '', value = '']) => [key, value] as const);
  return {
    byId: Object.fromEntries(pairs(/<tr data-outcome="([a-z ]+)" data-id="([^"]+)">/g).map(([is, id]) => [id, is])),
    counts: Object.fromEntries(
      pairs(/<li data-count="([a-z ]+)"><i[^>]*><\/i>(\d+) /g).map(([name, count]) => [name, Number(count)]),
    ),
    exit: Number(/<dt>Exit code<\/dt><dd><strong>(\d)<\/strong>/.exec(page)?.[1]),
  };
}

async function readAllure(verdict: Verdict, folder: string): Promise<Read> {
  await writeAllure(verdict, { times: new Map(), folder });
  const byId: Record<string, string> = {};
  for (const name of readdirSync(folder).filter((each) => each.endsWith('-result.json'))) {
    const { labels, status } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const label = (wanted: string) => labels.find((each: Property) => each.name === wanted)?.value;
    const outcome: Outcome = label('outcome');
    byId[label('requirement')] = outcome;
    const statuses = { passed: 'passed', failed: 'failed', skipped: 'skipped', undecided: 'failed' } as const;
    expect(status).toBe(outcome === 'error' ? 'broken' : statuses[statusIn(verdict, label('requirement'))]);
  }
  const environment = readFileSync(join(folder, 'environment.properties'), 'utf8');
  return { byId, counts: countsFrom(Object.values(byId)), exit: Number(/^exit ?= ?(\d)$/m.exec(environment)?.[1]) };
}

test('JSON, JUnit, CTRF, Markdown and HTML show the same outcomes, counts and exit code', () => {
  const file = test.info().outputPath('verdict.json');
  assert(
    property(arbitraryVerdict, (verdict) => {
      const truth = truthOf(verdict);
      expect(readJson(verdict, file)).toEqual(truth);
      expect(readJunit(verdict)).toEqual(truth);
      expect(readCtrf(verdict)).toEqual(truth);
      expect(readMarkdown(verdict)).toEqual(truth);
      expect(readHtml(verdict)).toEqual(truth);
    }),
  );
});

test('the console agrees with the verdict, and names everything that needs attention', () => {
  const quiet: ReadonlySet<string> = new Set(['pass', 'learned', 'not applicable', 'not selected', 'deferred']);
  assert(
    property(arbitraryVerdict, (verdict) => {
      const { byId, ...rest } = truthOf(verdict);
      const read = readConsole(verdict);
      expect({ counts: read.counts, exit: read.exit }).toEqual(rest);
      expect(byId).toMatchObject(read.byId);
      const loud = Object.entries(byId).filter(
        ([, outcome]) => !quiet.has(outcome) && !(verdict.halt && outcome === 'not run'),
      );
      expect(read.byId).toMatchObject(Object.fromEntries(loud));
    }),
  );
});

test('Allure shows the same outcomes, counts and exit code', async () => {
  const folder = test.info().outputPath('allure-results');
  await assert(
    asyncProperty(arbitraryVerdict, async (verdict) => {
      rmSync(folder, { recursive: true, force: true });
      expect(await readAllure(verdict, folder)).toEqual(truthOf(verdict));
    }),
    { numRuns: 12 },
  );
});
