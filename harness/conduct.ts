import { existsSync } from 'node:fs';
import type { TestInfo } from '@playwright/test';
import { Unreachable } from './client.ts';
import { sentence } from './fault.ts';
import { gapFor } from './judge.ts';
import type { Ledger } from './ledger.ts';
import type { EndLine, TargetFacts } from './lines.ts';
import type { Attribution, Outcome } from './outcome.ts';
import { placesOf, type Run } from './run.ts';
import { fold, type Requirement, type RequirementVerdict } from './verdict.ts';

/** The requirement that a test is: its title begins with the id, its tags say kind, basis, and whether it is a law. */
export function requirementOf({
  title,
  tags,
  file,
  line,
}: Pick<TestInfo, 'title' | 'tags' | 'file' | 'line'>): Requirement {
  const [id = '', ...words] = title.split(' ');
  const kind = tags.includes('@observe') ? 'observe' : tags.includes('@should') ? 'should' : 'must';
  return {
    id,
    title: words.join(' '),
    section: id.split('-')[0] ?? '',
    kind,
    basis: tags.includes('@norm') ? 'norm' : 'text',
    law: tags.includes('@law'),
    where: `${file.replace(/^.*\/(?=specs\/)/, '')}:${line}`,
  };
}

/** Why a test does not run at all, or undefined when it does. */
export function bypass(requirement: Requirement, { run, facts }: { run: Run; facts: TargetFacts }): string | undefined {
  const { id, law } = requirement;
  if (run.only !== undefined && !run.only.includes(id)) return 'not selected';
  const gap = gapFor(id, facts.gaps);
  if (gap !== undefined) return `not applicable: ${gap}`;
  if (run.offline && !law) return 'judged from the stored journal';
  return undefined;
}

/** True once some worker found that the run goes no further. */
export function isHalted(run: Run): boolean {
  return existsSync(placesOf(run.out).halt);
}

/** How the test body ended, told from what Playwright knows of it: a Stop is no error, its fault is in the ledger. */
export function endingOf(testInfo: TestInfo, ledger: Ledger): Pick<EndLine, 'status' | 'message'> {
  const [error] = testInfo.errors;
  if (!error) return { status: 'done' };
  const message = (error.message ?? String(error.value)).split('\n')[0] ?? '';
  if (ledger.stopped && message.startsWith('Stop')) return { status: 'stopped' };
  if (message.startsWith(new Unreachable('').name)) return { status: 'halted', message };
  return { status: 'error', message };
}

const failing: ReadonlySet<Outcome> = new Set(['fail', 'error', 'inconclusive', 'unverified', 'not run']);

function told({ outcome, attribution, findings }: RequirementVerdict): string {
  const heading = `${outcome}${attribution ? ` (${attribution satisfies Attribution})` : ''}`;
  return [heading, ...findings.map(({ wanted, seen }) => `  wanted  ${wanted}\n  seen    ${seen}`)].join('\n');
}

/** What Playwright is told of a test: the outcome as an annotation, and for an outcome that is none of its green ones an error. */
export function report(testInfo: TestInfo, requirement: Requirement, ledger: Ledger): void {
  const verdict = fold(requirement, ledger.contributions, { circumstance: { selected: true } });
  testInfo.annotations.push({ type: 'outcome', description: verdict.outcome });
  if (failing.has(verdict.outcome) && testInfo.errors.length === 0) throw new Error(told(verdict));
}

/** The prose of a fault on one line, for a message. */
export function inWords(fault: Parameters<typeof sentence>[0]): string {
  const { wanted, seen } = sentence(fault);
  return `wanted ${wanted}; seen ${seen}`;
}
