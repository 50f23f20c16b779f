import { expect, test } from '@playwright/test';
import { sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { rerunCommand, runAgainCommand } from './repeat.ts';

const day = '2026-01-31';
const smoke = { profile: 'smoke', tier: 'active', day } as const;
const nightly = { profile: 'nightly', tier: 'active', day } as const;

const combined = sampleRequirement({ cells: { evidenced: 1, of: 9 } });
const traced = sampleRequirement({ id: 'PAY-04', law: true });

const rerun = (selection: typeof smoke | typeof nightly, requirement = sampleRequirement()) =>
  rerunCommand(sampleVerdict([requirement], { selection }), requirement);

test('what is run again sends no more than the run did, and in the same combinations', () => {
  expect(rerun(smoke)).toBe('npx assay run --only OUT-02 --seed 7 --profile smoke');
  for (const one of [combined, traced]) {
    expect(rerun(smoke, one)).toBe(`npx assay run --only ${one.id} --seed 7 --profile smoke --day ${day}`);
    expect(rerun(nightly, one)).toBe(`npx assay run --only ${one.id} --seed 7 --day ${day}`);
  }
  const passive = { profile: 'full', tier: 'passive', day } as const;
  expect(rerunCommand(sampleVerdict([traced], { selection: passive }), traced)).toContain(
    '--profile full --tier passive --day',
  );
});

test('a whole run is repeated with what it was asked', () => {
  const plain = sampleVerdict([], { selection: smoke });
  const header = { ...plain.header, again: '--target t.yaml' };
  expect(runAgainCommand({ ...plain, header })).toBe('npx assay run --target t.yaml --profile smoke');
  const shard = { index: 2, of: 3 };
  const selection = { ...nightly, tier: 'passive', asked: ['PAY', 'LIF-01'], shard } as const;
  expect(runAgainCommand({ header, selection })).toBe(
    "npx assay run --target t.yaml --only 'PAY,LIF-01' --tier passive --shard 2/3",
  );
  expect(runAgainCommand({ selection, header: { ...header, command: 'client' } })).toBe(
    'npx assay client --target t.yaml',
  );
});
