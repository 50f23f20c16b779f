import { expect, test } from '@playwright/test';
import { assert, property } from 'fast-check';
import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { arbitraryVerdict } from '../../tests/support/reports/arbitraryVerdict.ts';
import { outsideFences } from '../../tests/support/reports/outsideFences.ts';
import { sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { writeMarkdown } from './markdown.ts';
import { unsignedLines } from './unsignedParts.ts';

const failed = sampleRequirement({ basis: 'norm', exchanges: ['p0-1'] });

/** The verdict of a full run that evidenced some of the combinations. */
const verdictOf = (requirements: readonly RequirementVerdict[], parts: Partial<Verdict> = {}): Verdict =>
  sampleVerdict(requirements, {
    selection: { profile: 'full', tier: 'active', day: '2026-01-01' },
    cells: { evidenced: 11, of: 212 },
    ...parts,
  });

test('a summary shows the verdict, the failures, the learned values, and every outcome', () => {
  const learned = { ...failed, id: 'PAY-05', section: 'PAY', outcome: 'learned', learned: { sign: 'minus' } } as const;
  const lines = writeMarkdown(verdictOf([failed, learned])).split('\n');
  expect(lines.filter((line) => line !== '')).toEqual([
    '## Assay: exit 1, the target breaks a norm of the industry',
    '1 fail, 1 learned; 11 of 212 combinations',
    '```text',
    'FAILED: 1 requirement fails',
    'whose: 1 requirement is broken by the target (shop)',
    'now: npx assay run --only OUT-02 --seed 7 --profile full; if OUT-02 fails again, send its request and answer to whoever develops the target (shop); if it passes this time, it fails only sometimes: say so, and send those of both runs',
    'shop (vendor) at https://api.example.com',
    'run told, seed 7, 3 POST, 9 GET in 6.0 s, 2 evidenced, 0.67 by each POST',
    `contract ${'f'.repeat(64)}`,
    'profile full',
    '```',
    '```text',
    'OUT-02  fail (target) (norm)  KZT requires firstName and lastName',
    'expected refusal',
    'got      200 (exchanges p0-1, p0-2)',
    'again    npx assay run --only OUT-02 --seed 7 --profile full        specs/payout.spec.ts:41',
    '```',
    '<details><summary>Learned of the target (1)</summary>',
    '```text',
    'PAY-05  learned  sign: minus',
    '```',
    '</details>',
    '| section | fail | learned |',
    '| --- | --- | --- |',
    '| OUT | 1 |  |',
    '| PAY |  | 1 |',
    '<details><summary>Every requirement by its outcome</summary>',
    '| outcome | count | requirements |',
    '| --- | --- | --- |',
    '| fail | 1 | OUT-02 |',
    '| learned | 1 | PAY-05 |',
    '</details>',
    '<details><summary>What the signature scheme itself does not protect</summary>',
    '```text',
    ...unsignedLines({ requirements: [] }).slice(1),
    '```',
    '</details>',
  ]);
});

test('text of a target appears only in fences, and closes none', () => {
  assert(
    property(arbitraryVerdict, (verdict) => {
      const outside = outsideFences(writeMarkdown(verdict));
      for (const line of outside.filter((each) => each !== ''))
        expect(line).toMatch(
          /^(## Assay: exit [0-5], [A-Za-z :]+|[0-9a-z ,;]+|<details><summary>(Learned of the target \(\d+\)|Experiments on webhooks that this run could not judge \(\d+\)|Every requirement by its outcome|Why requirements are not applicable|What the signature scheme itself does not protect)<\/summary>|<\/details>|\|[ \w|-]+\|)$/,
        );
    }),
  );
});

test('a summary always fits into a comment', () => {
  const long = 'x`'.repeat(2_000);
  const findings = Array.from({ length: 10 }, () => ({ code: 'schema', wanted: long, seen: long, exchanges: [] }));
  const many = Array.from({ length: 300 }, (_, index) => ({
    ...failed,
    id: `OUT-${index + 10}`,
    title: long,
    findings,
    learned: { [long]: long },
  }));
  const text = writeMarkdown(verdictOf(many));
  expect(text.length).toBeLessThan(65_536);
  expect(text.length).toBeGreaterThan(30_000);
  expect(text).toMatch(/^\d+ more need attention; verdict\.json has them\.$/m);
  expect(text).toMatch(/^and \d+ more, in verdict\.json$/m);
  expect(text).toContain('OUT-309');
});

test('a halt is reported once, in place of every requirement that did not run', () => {
  const rest = { ...failed, outcome: 'not run' } as const;
  const halt = { cause: 'unreachable', message: 'reset by peer' } as const;
  const text = writeMarkdown(verdictOf([rest], { halt, exit: 3 }));
  expect(text).toContain('The target stopped answering: reset by peer');
  expect(text).not.toContain('again ');
  expect(text).toContain('| not run | 1 | OUT-02 |');
});
