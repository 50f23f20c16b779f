import { join } from 'node:path';
import { test as basic, expect } from '@playwright/test';
import { startEmbedded } from '../../../runner/session/embeddedEmulator.ts';
import { sampleCase, sampleFinding, sampleStep } from '../../../tests/support/findings/sampleFindings.ts';
import { temporaryFolder } from '../../../tests/support/product/temporaryFolder.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { atMount, readTarget } from '../../../traffic/target/target.ts';
import { targetContract } from '../../../traffic/target/targetContract.ts';
import { postsOf } from '../../engine/budget/requestMeter.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import { buildFinding } from '../../engine/findings/buildFinding.ts';
import { FindingStore } from '../../engine/findings/findingStore.ts';
import { violationsIn } from '../../engine/judgement/violation.ts';
import type { SoughtViolation } from '../../engine/replay/trial.ts';
import { shrinkFinding } from '../../engine/shrink/shrinkFinding.ts';
import { caseGenerators } from '../cases/caseGenerators.ts';
import { Batch } from '../executor/batch.ts';
import type { CampaignEnvironment } from '../executor/environment.ts';
import { FindingTrials } from '../executor/findingTrials.ts';
import { requirementNamed } from '../executor/requirements.ts';
import { type MutantPool, shrinkProxyFor } from './shrinkProxy.ts';
import { inventoryOf, shrunkCaseValidity } from './shrunkCaseValidity.ts';

/** A mutant and the requirement that it violates; an assertion shows it, so no trace check is needed. */
const mutant = { name: 'crypto-price-lost', breaks: 'CHK-02a' };

interface Setup {
  surroundings: CampaignEnvironment;
  stable: MutantPool;
  store: FindingStore;
}

const test = basic.extend<{ arena: Setup }>({
  arena: async ({}, use) => {
    const emulator = await startEmbedded({ control: true, servesInstances: true });
    const { path: out, remove } = temporaryFolder();
    const run = runAlone(out);
    const target = readTarget(emulator.targetFile);
    await use({
      surroundings: { run, target: atMount(target, `~${mutant.name}`), traceChecks: async () => [] },
      stable: { target, breaking: () => [mutant.name] },
      store: new FindingStore(join(out, 'findings.ndjson')),
    });
    await emulator.stop();
    remove();
  },
});

/** Returns the first generated case that shows the violation, with the controls known at that time. */
async function findingOf({ surroundings }: Setup) {
  const known = await inventoryOf(surroundings);
  const moves = caseGenerators(await targetContract(undefined)).filter(({ evidences }) =>
    evidences.includes(mutant.breaks),
  );
  const batch = await Batch.open(surroundings, { name: 'b1' });
  try {
    for (const move of moves)
      for (const combination of move.combinations(known)) {
        const one = move.make(known, combination, seededRandom(1, combination));
        if (!one) continue;
        const played = await batch.execute(one);
        const { assertions } = played;
        const [violation] = assertions.flatMap(({ claim, ruling }) =>
          claim.requirement === mutant.breaks
            ? violationsIn(requirementNamed(mutant.breaks), { id: mutant.breaks, ruling })
            : [],
        );
        if (violation)
          return {
            found: buildFinding(violation, played, { record: batch.record, seed: 1 }),
            code: violation.code,
            controls: batch.controls,
          };
      }
    throw new Error(`nothing shows ${mutant.name}`);
  } finally {
    await batch.close({ storesJournal: false });
  }
}

test('a finding shrinks with few POSTs to the size that it reaches without a limit', async ({ arena }) => {
  const { surroundings, stable, store } = arena;
  const finding = await findingOf(arena);
  const { case: original } = finding.found;
  const shrunkWith = async (posts: number, prefix: string) => {
    const { spent, shrunk } = await shrinkFinding(
      { trials: new FindingTrials(surroundings, prefix), store, run: 'run-1' },
      finding,
      {
        isSame: shrunkCaseValidity(surroundings, original),
        shrinkProxy: (one: FuzzCase, sought: SoughtViolation) =>
          shrinkProxyFor(surroundings, { stable, prefix }, { one, sought }),
        controls: finding.controls,
        posts,
        isOver: () => false,
      },
    );
    return { spent, least: shrunk?.case ?? original };
  };
  store.found(finding.found, 'run-1');
  const { spent, least } = await shrunkWith(12, 'few');
  expect(JSON.stringify(least).length).toBeLessThan(JSON.stringify(original).length);
  // One sending to confirm the failure, then the smallest case that the shrink proxy found.
  expect(spent.posts).toBeLessThanOrEqual(postsOf(original) + postsOf(least));
  expect((await shrunkWith(10_000, 'many')).least).toEqual(least);
  const stored = store.find(finding.found.fingerprint);
  expect(stored?.shrunk?.by).toBe('target');
  for (const { case: one, exchanges } of [finding.found, stored ?? finding.found]) {
    const sent = exchanges.slice(0, one.steps.length).map(({ request }) => request.method);
    expect(sent).toEqual(one.steps.map(({ method }) => method));
    expect(exchanges.some(({ shows }) => shows)).toBe(true);
  }
});

test('a finding stores what its smallest case showed, all from one sending', async () => {
  const store = new FindingStore(basic.info().outputPath('findings.ndjson'));
  const original = sampleFinding({ case: { ...sampleCase, steps: [sampleStep, sampleStep, sampleStep] } });
  store.found(original, 'run-1');
  let sent = 0;
  const send = async ({ steps }: FuzzCase) => {
    sent += 1;
    const request = { method: 'POST', path: `/sending/${sent}`, headers: [] };
    const seen = `${steps.length} steps in sending ${sent}`;
    const showing = { outcome: 'crashed', wanted: 'an answer', seen, exchanges: [{ request, shows: true as const }] };
    const shown = steps.length > 1;
    const result = { shown, isDecided: true, isLate: false, spent: { posts: steps.length, gets: 0 } };
    return { ...result, ...(shown && { showing }) };
  };
  const services = { trials: { send }, store, run: 'run-1' };
  const tools = { isSame: () => true, isOver: () => false, posts: 1_000 };
  await shrinkFinding(services, { found: original, code: 'x' }, tools);
  const stored = store.find(original.fingerprint);
  const { seen = '', exchanges = [], outcome, wanted } = stored ?? {};
  expect(stored?.case.steps).toHaveLength(2);
  expect({ outcome, wanted }).toEqual({ outcome: 'crashed', wanted: 'an answer' });
  const [, number] = /^2 steps in sending (\d+)$/.exec(seen) ?? [];
  expect(exchanges.map(({ request }) => request.path)).toEqual([`/sending/${number}`]);
});
