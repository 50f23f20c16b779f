import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { barePayin } from '../../../generators/payloads/payment.ts';
import { compareVerdicts } from '../../../reports/run/comparison/compare.ts';
import { authenticate } from '../../../traffic/signing/authenticate.ts';
import type { Paths, TargetFile } from '../../../traffic/target/file/targetFile.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { assay, assayInto, verdictIn } from '../../support/product/assayCommand.ts';
import { once, test } from '../../support/product/productTest.ts';
import { targetFileLike } from '../../support/product/startEmulator.ts';

test.describe.configure({ mode: 'default' });

/** The options that shards and complete runs share, so that they generate the same values and try the same combinations. */
const alike = ['--seed', '7', '--day', '2026-01-01'];

function pathsIn(targetFile: string): Paths {
  const { webhooks: _, ...paths } = (JSON.parse(readFileSync(targetFile, 'utf8')) as TargetFile).paths ?? {};
  return paths;
}

/** More payments than fit on a page of search: the number of earlier payments must not change what a run sees. */
const many = 110;

/** Fills the account of a target file with pay-ins. Throws if one is refused. */
async function fillAccount(targetFile: string): Promise<void> {
  const { baseUrl, credentials } = readTarget(targetFile);
  for (let index = 0; index < many; index += 1) {
    const clientOrderId = `before-${index}`;
    const body = JSON.stringify(barePayin({ amount: 100, currency: 'TRY', method: 'CC_VISAMC', clientOrderId }));
    const signed = authenticate({ scheme: 'simple', credential: credentials[0] }, body);
    const headers = { 'Content-Type': 'application/json', ...Object.fromEntries(signed) };
    const { ok, status } = await fetch(`${baseUrl}/v1/user/payments/payin`, { method: 'POST', headers, body });
    if (!ok) throw new Error(`a pay-in was answered ${status}`);
  }
}

interface Fixtures {
  folder: string;
  service: { targetFile: string };
}

const sharded = test.extend<object, { runs: () => ReturnType<typeof runSharded> }>({
  runs: [
    async ({ sharedFolder: folder, service }, use) => use(once(() => runSharded({ folder, service }))),
    { scope: 'worker' },
  ],
});

async function runSharded({ folder, service }: Fixtures) {
  // Only one shard has the webhook receiver, and it receives no deliveries that other shards cause. So this target has no webhooks.
  const target = targetFileLike(service.targetFile, 'sharded', { paths: pathsIn(service.targetFile) });
  await fillAccount(target);
  const words = ['run', '--target', target, ...alike];
  const complete = await assayInto('whole', words, { folder });
  const shards = [];
  for (const index of [1, 2, 3])
    shards.push(await assayInto(`shard-${index}`, [...words, '--shard', `${index}/3`], { folder }));
  const places = shards.map(({ out }) => out);
  const merged = await assayInto('merged', ['report', 'merge', ...places], { folder });
  return { whole: complete, shards, places, merged };
}

sharded('each requirement is run by one shard, and laws are left to the merge', { tag: '@full' }, async ({ runs }) => {
  const { shards } = await runs();
  const verdicts = shards.map(({ out }) => verdictIn(out));
  for (const { id, law: isTraceCheck } of verdicts[0]?.requirements ?? []) {
    const outcomes = verdicts.map(({ requirements }) => requirements.find((one) => one.id === id)?.outcome);
    if (isTraceCheck) expect(outcomes, id).toEqual(['deferred', 'deferred', 'deferred']);
    else
      expect(
        outcomes.filter((outcome) => outcome !== 'not selected'),
        id,
      ).toHaveLength(1);
  }
});

sharded('three shards and a merge say what one run says', { tag: '@full' }, async ({ runs }) => {
  const { whole: complete, merged } = await runs();
  const [one, all] = [verdictIn(complete.out), verdictIn(merged.out)];
  expect(compareVerdicts(one, all)).toMatchObject({
    run: [],
    regressions: [],
    fixes: [],
    notAsked: [],
    others: [],
    rotated: 0,
  });
  // Goes beyond the comparison: everything except the header, the exchange numbers, and how many records the account had when a test looked.
  const unnumbered = ({ header: _, requirements, ...rest }: typeof one) => ({
    ...rest,
    requirements: requirements.map(({ exchanges: __, looked: ____, findings, ...requirement }) => ({
      ...requirement,
      findings: findings.map(({ exchanges: ___, ...finding }) => finding),
    })),
  });
  expect(unnumbered(all)).toEqual(unnumbered(one));
  expect(merged.code).toBe(complete.code);
});

sharded('a shard without its closing line leaves the laws not run', { tag: '@full' }, async ({ folder, runs }) => {
  const { places } = await runs();
  const file = join(places[1] ?? '', 'journal', 'run.ndjson');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.split('\n').slice(0, -2).concat('').join('\n'));
  const { code, out } = await assayInto('unclosed', ['report', 'merge', ...places], { folder });
  writeFileSync(file, text);
  expect(code).toBe(4);
  for (const { id, law: isTraceCheck, outcome } of verdictIn(out).requirements)
    if (isTraceCheck) expect(outcome, id).toBe('not run');
});

sharded('a shard that is not there leaves its own probes not run, too', { tag: '@full' }, async ({ folder, runs }) => {
  const { places } = await runs();
  const { code, out } = await assayInto('two', ['report', 'merge', ...places.slice(0, 2)], { folder });
  expect(code).toBe(4);
  const third = verdictIn(places[2] ?? '').requirements.filter(({ outcome }) => outcome === 'pass');
  expect(third.length).toBeGreaterThan(0);
  for (const { id } of third)
    expect(verdictIn(out).requirements.find((one) => one.id === id)).toMatchObject({ outcome: 'not run' });
});

sharded(
  'shards of different runs are not joined: every difference is told',
  { tag: '@full' },
  async ({ folder, runs }) => {
    const { whole: complete, places } = await runs();
    const run = await assay(['report', 'merge', places[0] ?? '', places[0] ?? '', complete.out], { folder });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/shard 1 again/);
    expect(run.stderr).toMatch(/whole run/);
  },
);
