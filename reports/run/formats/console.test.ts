import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  integer,
  nat,
  option,
  property,
  record,
  string,
} from 'fast-check';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { sampleRequirement, sampleVerdict } from '../../../tests/support/reports/sampleVerdict.ts';
import { type Outcome, outcomes } from '../../../traffic/outcome/outcome.ts';
import { writeVerdictJson } from '../json.ts';
import { writeMarkdown } from '../markdown.ts';
import { writeConsole, writeInterrupted } from './console.ts';

const out = 'reports/out/told';

const one = sampleRequirement({
  findings: [
    {
      code: 'notRefused',
      wanted: 'a refusal of the body without firstName (a valid request of the same kind was accepted)',
      seen: '200 plain/text ORD-6f',
      exchanges: ['p0-117', 'p0-118'],
    },
  ],
  exchanges: ['p0-117', 'p0-118'],
});

test('a finding shows the requirement, what was expected and got, and how to reproduce it', () => {
  const folder = test.info().outputPath();
  const script = join(folder, 'exchange-p0-118.sh');
  writeFileSync(script, '');
  const text = writeConsole(sampleVerdict([one]), folder);
  const at = text.split('\n').findIndex((each) => each.startsWith('OUT-02'));
  expect(text.split('\n').slice(at - 1, at + 6)).toEqual([
    'Failures:',
    'OUT-02  fail (target)  KZT requires firstName and lastName  (specs/payout.spec.ts:41)',
    '        expected a refusal of the body without firstName (a valid request of the same kind was accepted)',
    '        got      200 plain/text ORD-6f (exchanges p0-117, p0-118)',
    '        again    npx assay run --only OUT-02 --seed 7',
    `        curl     ${script}`,
    '',
  ]);
});

test('only a script that exists is named: a webhook has none', () => {
  const folder = test.info().outputPath();
  const [finding] = one.findings;
  if (!finding) throw new Error('no finding');
  const of = (...exchanges: string[]) =>
    writeConsole(sampleVerdict([{ ...one, findings: [{ ...finding, exchanges }] }]), folder);
  writeFileSync(join(folder, 'exchange-p0-1.sh'), '');
  expect(of('p0-1', 'hooks-26')).toContain('exchange-p0-1.sh');
  expect(of('p0-1', 'hooks-26')).not.toContain('exchange-hooks-26.sh');
  expect(of('hooks-26', '../p0-1')).not.toContain('curl ');
});

test('the page of a run is named where there is one', () => {
  const folder = test.info().outputPath();
  expect(writeConsole(sampleVerdict([one]), folder)).not.toContain('report.html');
  const page = join(folder, 'report.html');
  writeFileSync(page, '');
  expect(
    writeConsole(sampleVerdict([one]), folder, 'quiet')
      .split('\n')
      .at(-3),
  ).toBe(`to read in a browser: ${page}`);
  expect(writeInterrupted(sampleVerdict([one]), folder)).toContain(page);
  expect(writeMarkdown(sampleVerdict([one]))).not.toContain('report.html');
  expect(writeMarkdown(sampleVerdict([one]), true)).toContain('report.html in the folder of the run');
});

test('the verdict comes first, then run, target and seed; counts and exit code last', () => {
  const lines = writeConsole(sampleVerdict([one]), out).split('\n');
  expect(lines.slice(1, 3)).toEqual([
    'FAILED: 1 requirement fails',
    'shop (vendor) at https://api.example.com   run told   seed 7',
  ]);
  expect(lines.at(-3)).toBe('1 fail   3 POST, 9 GET in 6.0 s, 1 evidenced, 0.33 by each POST');
  expect(lines.at(-2)).toBe(`exit 1: the target violates the interface   ${out}/verdict.json`);
  expect(lines.at(-1)).toBe('');
});

test('failures that share an exchange stand together, under the words of what was seen', () => {
  const other = { ...one, id: 'OUT-03', title: 'another', exchanges: ['p0-118'] };
  const apart = sampleRequirement({ id: 'PAY-01', exchanges: ['p0-9'], findings: [] });
  const text = writeConsole(sampleVerdict([one, other, apart]), out);
  expect(text).toContain('2 requirements fail, one cause: expected a refusal of the body without firstName');
  expect(text).toContain('\nOUT-03  fail (target)  another\n');
  expect(text.match(/one cause/g)).toHaveLength(1);
});

test('combinations and deviations from a full nightly run come before the counts', () => {
  const deferred = { ...one, id: 'LIF-01', outcome: 'deferred', findings: [] } as const;
  const shard = { index: 1, of: 3 };
  const selection = { profile: 'smoke', tier: 'passive', day: '2026-01-01', asked: ['PAY', 'LIF-01'], shard } as const;
  const verdict = sampleVerdict([one, deferred], { cells: { evidenced: 11, of: 212 }, selection });
  const lines = writeConsole(verdict, out).split('\n');
  expect(lines.at(-4)).toBe(
    'profile smoke, tier passive, only PAY LIF-01, shard 1 of 3   11 of 212 combinations   1 deferred until all shards are merged',
  );
  expect(lines.at(-3)).toBe('1 fail, 1 deferred   3 POST, 9 GET in 6.0 s, 1 evidenced, 0.33 by each POST');
  expect(writeConsole(sampleVerdict([one]), out)).not.toMatch(/profile|tier|cells/);
});

test('a norm is marked, and findings beyond three are only counted', () => {
  const findings = Array.from({ length: 5 }, (_, index) => ({
    code: 'schema',
    wanted: `w${index}`,
    seen: 's',
    exchanges: [],
  }));
  const text = writeConsole(sampleVerdict([{ ...one, basis: 'norm', findings }]), out);
  expect(text).toContain('OUT-02  fail (target) (norm)  KZT');
  expect(text).toContain('w2');
  expect(text).not.toContain('w3');
  expect(text).toContain('        and      2 more, in verdict.json');
  const most = writeConsole(sampleVerdict([{ ...one, findings, unlisted: 25 }]), out);
  expect(most).toContain('        and      27 more; 5 are in verdict.json');
  expect(text).not.toContain('curl ');
});

test('learned values are counted, and listed with --verbose', () => {
  const learned = { ...one, id: 'PAY-10c', outcome: 'learned', findings: [], learned: { CRYPTOCOIN: 'set' } } as const;
  const verdict = sampleVerdict([learned], { exit: 0 });
  expect(writeConsole(verdict, out)).toContain('also: 1 learned value (--verbose shows them)');
  expect(writeConsole(verdict, out, 'verbose')).toContain(
    'Learned, where the interface does not say:\nPAY-10c learned  CRYPTOCOIN: set\n',
  );
});

test('a halt is reported once, in place of every requirement that did not run', () => {
  const halt = { cause: 'unreachable', message: 'reset by peer' } as const;
  const rest = { ...one, id: 'OUT-03', outcome: 'not run' } as const;
  const text = writeConsole(sampleVerdict([one, rest], { halt, exit: 3 }), out);
  expect(text).toContain('The target stopped answering: reset by peer');
  expect(text).not.toContain('OUT-03');
  expect(text).toContain('1 fail, 1 not run');
  expect(
    writeConsole(sampleVerdict([rest], { halt: { cause: 'credential', message: '401' }, exit: 2 }), out),
  ).toContain('The target refuses the token id and secret; they may have expired (401)');
});

test('text of a target cannot control the terminal', () => {
  const steering = '\u001b[2J\u0007\u009b31m\u202egnol\u2028\r\nOUT-99  pass';
  const findings = [{ code: 'schema', wanted: steering, seen: steering, exchanges: [] }];
  const learned = { [steering]: steering };
  const text = writeConsole(
    sampleVerdict([{ ...one, findings, learned }], { halt: { cause: 'unreachable', message: steering } }),
    out,
  );
  expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(text).not.toMatch(/^OUT-99/m);
});

const requirements: Arbitrary<RequirementVerdict[]> = array(
  record({
    section: constantFrom('AUT', 'PAY', 'OUT'),
    number: integer({ min: 1, max: 99 }),
    outcome: constantFrom(...outcomes),
    attribution: option(constantFrom('target', 'suite', 'environment', 'quota'), { nil: undefined }),
    seen: string({ unit: 'grapheme' }),
    findings: nat(4),
    learned: option(string(), { nil: undefined }),
  }).map(({ section, number, outcome, attribution, seen, findings, learned }) => ({
    ...one,
    id: `${section}-${String(number).padStart(2, '0')}`,
    section,
    outcome,
    findings: Array.from({ length: findings }, () => ({ code: 'schema', wanted: 'a', seen, exchanges: ['p0-1'] })),
    ...(attribution && { attribution }),
    ...(learned !== undefined && { learned: { key: learned } }),
  })),
  { maxLength: 12 },
);

const quiet: readonly Outcome[] = ['pass', 'learned', 'not applicable', 'not selected', 'deferred'];

/** The numbers before each outcome in a line of counts. */
const countsIn = (line = '') =>
  Object.fromEntries(
    [...line.matchAll(/(\d+) ([a-z ]+?)(?=,|$| {3})/g)].map(([, count, outcome]) => [outcome, Number(count)]),
  );

test('console and JSON contain every outcome', () => {
  const file = test.info().outputPath('verdict.json');
  assert(
    property(requirements, (drawn) => {
      const verdict = sampleVerdict(drawn);
      writeVerdictJson(verdict, file);
      const json = JSON.parse(readFileSync(file, 'utf8')) as Verdict;
      expect(json).toEqual(verdict);
      const lines = writeConsole(verdict, out, 'verbose').split('\n');
      expect(countsIn(lines.at(-3)?.replace(/ {3}\d+ POST.*/, ''))).toEqual(json.outcomes);
      for (const section of new Set(drawn.map((each) => each.section))) {
        const of = drawn.filter((each) => each.section === section).map(({ outcome }) => outcome);
        const counts = countsIn(lines.find((each) => each.startsWith(`${section} `))?.slice(8));
        expect(counts).toEqual(
          Object.fromEntries([...new Set(of)].map((name) => [name, of.filter((n) => n === name).length])),
        );
      }
      for (const { id, outcome } of json.requirements.filter((each) => !quiet.includes(each.outcome)))
        expect(lines.some((each) => each.startsWith(`${id} `) && each.slice(8).startsWith(outcome))).toBe(true);
    }),
  );
});

const experiment = {
  id: 'told-x1',
  requirement: 'WHK-06a',
  openedAt: '2026-01-01T00:00:00.000Z',
  dueAt: '2026-01-02T22:00:00.000Z',
  attempts: 4,
  state: 'open' as const,
};

test('open experiments show attempts and due time, discarded ones the reason', () => {
  const lost = { ...experiment, attempts: 1, state: 'void' as const, why: 'our receiver did not listen' };
  const verdict = sampleVerdict([one], { experiments: [experiment, lost] });
  const expectedLines = [
    'WHK-06a open since 2026-01-01T00:00:00.000Z, 4 attempts so far, verdict due 2026-01-02T22:00:00.000Z',
    'WHK-06a open since 2026-01-01T00:00:00.000Z, 1 attempt so far, discarded: our receiver did not listen',
  ];
  const lines = writeConsole(verdict, out).split('\n');
  const page = writeMarkdown(verdict).split('\n');
  for (const line of expectedLines) {
    expect(lines).toContain(`  ${line}`);
    expect(page).toContain(line);
  }
  const many = Array.from({ length: 30 }, () => experiment);
  expect(writeConsole(sampleVerdict([one], { experiments: many }), out)).toContain('and 10 more, in verdict.json');
  expect(writeConsole(sampleVerdict([one]), out)).not.toContain('Experiments');
});

test('the JSON begins with its format version and ends with a line break', () => {
  const file = test.info().outputPath('verdict.json');
  writeVerdictJson(sampleVerdict([one]), file);
  expect(readFileSync(file, 'utf8')).toMatch(/^\{\s*"version": 1,[\s\S]*\}\n$/);
});

test('a pass that looked at a part says which part, on the console and in Markdown', () => {
  const looked = { of: 10_000, at: 400, why: 'payments: some pages from both ends' };
  const verdict = sampleVerdict([sampleRequirement({ id: 'SRC-07a', outcome: 'pass', findings: [], looked })]);
  const line = 'SRC-07a 400 of 10000 payments: some pages from both ends';
  expect(writeConsole(verdict, out, 'verbose')).toContain(`Passed, and looked at in part:\n  ${line}\n`);
  expect(writeMarkdown(verdict)).toContain(line);
});
