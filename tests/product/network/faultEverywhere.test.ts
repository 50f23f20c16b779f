import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { answersHtml, denies, hangs, isBusy, resets, throttles } from '../../support/network/serverBehaviours.ts';
import { type Behaviour, serve } from '../../support/network/testServer.ts';
import { assayInto, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';

/** Short deadlines, since these targets never send what they owe. */
const deadlines = { answerMs: 500, visibleMs: 100, finalMs: 100, pendingWindowMs: 100, recoverMs: 300 };

const env = { HOSTILE_TOKEN: 'TKN-00000000-0000-4000-8000-000000000001', HOSTILE_SECRET: 'f00dfeedf00dfeedf00dfeed' };

async function runOn(manner: Behaviour, folder: string, name: string) {
  const served = await serve(manner);
  const target = join(folder, `${name}.json`);
  const credentials = [{ label: 'main', tokenIdEnv: 'HOSTILE_TOKEN', secretEnv: 'HOSTILE_SECRET' }];
  writeFileSync(target, JSON.stringify({ name, kind: 'vendor', baseUrl: served.url, credentials, deadlines }));
  const run = await assayInto(name, ['run', '--target', target], { folder, env });
  await served.close();
  const verdict = verdictIn(run.out);
  expect(run.code).toBe(verdict.exit);
  expect(run.stdout + run.stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  expect(
    verdict.requirements.filter(({ attribution, outcome }) => attribution === 'suite' && outcome === 'error'),
  ).toEqual([]);
  return { verdict, probes: verdict.requirements.filter(({ law: isTraceCheck }) => !isTraceCheck) };
}

const heading = ({ outcome, attribution }: RequirementVerdict) => `${outcome} (${attribution})`;

/** Parts that the target file lacks are reported before the target is asked. */
const fromTargetFile = ['not applicable (configuration)', 'unverified (configuration)'];

/** Returns the kinds of results of the requirements that a night asked; a night of dear combinations leaves some out that only observe. */
const headings = (requirements: readonly RequirementVerdict[]) => {
  const asked = requirements.filter(({ outcome }) => outcome !== 'not selected');
  return [...new Set(asked.map(heading))].sort();
};

for (const [name, manner] of Object.entries({ hangs, resets }))
  test(`a target that ${name} is unreachable, and nothing else is reported`, {
    tag: name === 'hangs' ? [] : '@full',
  }, async ({ folder }) => {
    const { verdict } = await runOn(manner, folder, name);
    expect(verdict).toMatchObject({ exit: 3, halt: { cause: 'unreachable' } });
    expect(headings(verdict.requirements)).toEqual(['not run (environment)']);
  });

test('a target that denies both schemes is reported as a wrong configuration', { tag: '@full' }, async ({ folder }) => {
  const { verdict } = await runOn(denies, folder, 'denies');
  expect(verdict).toMatchObject({ exit: 2, halt: { cause: 'credential' } });
  expect(headings(verdict.requirements)).toEqual(['not run (configuration)']);
});

test('nothing is judged on a target that throttles everything: the quota is at fault', { tag: '@full' }, async ({
  folder,
}) => {
  const { verdict, probes: tests } = await runOn(throttles, folder, 'throttles');
  expect(verdict.exit).toBe(4);
  expect(headings(tests)).toEqual(['error (quota)', ...fromTargetFile]);
});

test('nothing is judged on a target that is out of service: the environment is at fault', async ({ folder }) => {
  const { verdict, probes: tests } = await runOn(isBusy, folder, 'busy');
  expect(verdict.exit).toBe(4);
  expect(headings(tests)).toEqual(['error (environment)', ...fromTargetFile]);
});

test('a target that answers HTML everywhere is another server, and nothing is judged', { tag: '@full' }, async ({
  folder,
}) => {
  const { verdict } = await runOn(answersHtml, folder, 'html');
  expect(verdict).toMatchObject({ exit: 2, halt: { cause: 'stranger' } });
  expect(verdict.header.exchanges.total).toBeLessThanOrEqual(5);
  expect(headings(verdict.requirements)).toEqual(['not run (configuration)']);
});
