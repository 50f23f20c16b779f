import { join } from 'node:path';
import { expect } from '@playwright/test';
import { exchangesIn } from '../../../traffic/journal/journal.ts';
import { assayInto, requirementIn } from '../../support/product/assayCommand.ts';
import { test as base, once } from '../../support/product/productTest.ts';
import { targetFileLike } from '../../support/product/startEmulator.ts';

base.describe.configure({ mode: 'default' });

/** A trace check, a test that only reads, a test that makes a payment, and a section of such tests. */
const gaps = [
  { id: 'MTD-01', reason: 'the list has no limits here' },
  { id: 'PAY-12', reason: 'ids are not looked up here' },
  { id: 'PAY-08', reason: 'no crypto pay-outs here' },
  { id: 'SBX', reason: 'no mock cards here' },
];

interface Fixtures {
  folder: string;
  service: { targetFile: string };
}

const test = base.extend<object, { run: () => ReturnType<typeof runWithGaps> }>({
  run: [
    async ({ sharedFolder: folder, service }, use) => use(once(() => runWithGaps({ folder, service }))),
    { scope: 'worker' },
  ],
});

async function runWithGaps({ folder, service }: Fixtures) {
  const target = targetFileLike(service.targetFile, 'gaps', { gaps });
  const only = 'MTD-01,PAY-12,PAY-08,SBX-03,SBX-05';
  const run = await assayInto('gaps', ['run', '--target', target, '--only', only], { folder });
  const judged = await assayInto('gaps-judged', ['judge', run.out, '--strict'], { folder });
  return { ...run, judged, exchanges: [...exchangesIn(join(run.out, 'journal')).values()] };
}

for (const { id, reason } of gaps.slice(0, 2))
  test(`a declared gap that costs nothing is judged anyway: ${id} warns, since the target has it`, {
    tag: '@full',
  }, async ({ run }) => {
    const { code, stdout, out, judged } = await run();
    const found = requirementIn(out, id);
    expect(found).toMatchObject({ outcome: 'warn', attribution: 'configuration', findings: [{ code: 'gapPresent' }] });
    expect(found.findings[0]?.wanted).toContain(reason);
    expect(found.exchanges.length).toBeGreaterThan(0);
    expect(stdout).toContain(reason);
    expect(code, stdout).toBe(0);
    expect(judged.code).toBe(1);
  });

for (const [id, reason] of [
  ['PAY-08', 'no crypto pay-outs here'],
  ['SBX-03', 'no mock cards here'],
  ['SBX-05', 'no mock cards here'],
] as const)
  test(`a declared gap that would cost a POST is not applicable: ${id} sends nothing`, { tag: '@full' }, async ({
    run,
  }) => {
    const { out, exchanges } = await run();
    const { outcome, attribution, findings } = requirementIn(out, id);
    expect({ outcome, attribution }).toEqual({ outcome: 'not applicable', attribution: 'configuration' });
    expect(findings).toMatchObject([{ code: 'notApplicable', seen: reason }]);
    expect(exchanges.length).toBeGreaterThan(0);
    expect(exchanges.filter(({ requirement }) => requirement === id)).toEqual([]);
  });
