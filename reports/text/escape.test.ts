import { expect, test } from '@playwright/test';
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { sampleFinding, sampleReported } from '../../tests/support/findings/sampleFindings.ts';
import { outsideFences } from '../../tests/support/reports/outsideFences.ts';
import { sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { findingLines } from '../finding/findingList.ts';
import { writeCurlScript, writePlaywrightTest } from '../finding/scripts.ts';
import { compareVerdicts } from '../run/comparison/compare.ts';
import { writeComparison } from '../run/comparison/comparisonText.ts';
import { writeConsole } from '../run/formats/console.ts';
import { writeJunit } from '../run/formats/junit.ts';
import { writeMarkdown } from '../run/markdown.ts';
import { codeFence, escapeLine, escapeLines } from './escape.ts';

/** Text that a CI server or a terminal would act on, anywhere in a line. */
const acted = /##[\w.-]*\[|::[a-z]|(?!\n)\p{Cc}|\p{Cf}|[\u2028\u2029]/iu;

const commands = [
  '::error file=a.ts::broken',
  '::set-env name=PATH::x',
  '  ::ADD-MASK::e',
  ':::warning::x',
  '##[error]broken',
  '##[section]',
  '###[group]a',
  '##vso[task.setvariable variable=PATH]x',
  '##VSO[task.complete result=Succeeded;]',
  "##teamcity[testFailed name='a']",
  '\u001b[31mred',
  '\u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007',
  '\u009b2J',
  '\rover',
  '\u202etxt.exe',
  '\u2066a\u2069',
  '\u200b',
  'a\n::error::b\r\n##[error]c',
];

test('no text acts as a command anywhere in a line', () => {
  for (const text of commands) expect(escapeLine(text)).not.toMatch(acted);
  const pieces = constantFrom(
    '#',
    '##',
    ':',
    '::',
    '[',
    'vso',
    'error',
    ' ',
    '\n',
    '\u001b',
    '\u200b',
    '::x::',
    'é',
    'x'.repeat(700),
  );
  assert(
    property(array(pieces, { maxLength: 12 }), (parts) => {
      expect(escapeLine(parts.join(''))).not.toMatch(acted);
      expect(escapeLines(parts.join(''))).not.toMatch(acted);
    }),
  );
});

test('text that is no command stays unchanged', () => {
  for (const text of ['#1 a::1 2001:db8::1', 'a ## b', 'C# [x]', 'at 12::30', '[##]', 'µ ☂ 𝄞'])
    expect(escapeLine(text)).toBe(text);
});

test('no line closes the fence that contains it', () => {
  const ticks = constantFrom('```', '````', '   `````  ', '~~~', '``` text', '');
  assert(
    property(array(oneof(ticks, string({ unit: 'binary' }))), (lines) => {
      const text = codeFence(lines);
      expect(outsideFences(text)).toEqual([]);
      expect(text.split('\n').length).toBe(Math.max(1, lines.length) + 2);
    }),
  );
});

/** The comments of a script or a test. Text of a target in its code is data. */
const comments = (text: string) => text.split('\n').filter((line) => /^\s*(?:#|\/\/|\*)/.test(line));

for (const text of commands)
  test(`no report for people repeats ${JSON.stringify(text)} unchanged`, () => {
    const requirement = sampleRequirement({
      findings: [{ code: 'notRefused', wanted: text, seen: text, exchanges: ['p0-1'] }],
      learned: { [text]: text },
    });
    const left = sampleRequirement({
      id: 'OUT-03',
      outcome: 'not applicable',
      findings: [{ code: 'noEvidence', wanted: text, seen: text, exchanges: [] }],
    });
    const verdict = sampleVerdict([requirement, left], {
      target: { name: text, kind: 'vendor', baseUrl: text },
      halt: { cause: 'unreachable', message: text },
      exit: 3,
    });
    verdict.header.throttled = [text];
    const before = sampleVerdict([sampleRequirement({ title: text, learned: { [text]: 'other' } })]);
    const found = sampleFinding({ wanted: text, seen: text, operation: text });
    const known = sampleReported({ ...found, title: text, firstRun: text, lastRun: text });
    const reports = {
      console: writeConsole(verdict, 'out'),
      markdown: writeMarkdown(verdict),
      junit: writeJunit(verdict),
      comparison: writeComparison(compareVerdicts(before, verdict)),
      findings: findingLines([known]).join('\n'),
      curl: comments(writeCurlScript(found, { baseUrl: text })).join('\n'),
      test: comments(writePlaywrightTest(found, { baseUrl: text })).join('\n'),
    };
    for (const [name, report] of Object.entries(reports)) expect(report, name).not.toMatch(acted);
    expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
  });
