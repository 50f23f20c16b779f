import { expect, test } from '@playwright/test';
import { sampleFinding } from '../../../tests/support/findings/sampleFindings.ts';
import { Exhausted } from '../../../traffic/rate/limiter/limiterHandle.ts';
import { noSpent } from '../budget/requestMeter.ts';
import { FindingStore } from '../findings/findingStore.ts';
import { openApiRequirement } from '../judgement/openApiRequirements.ts';
import type { TrialResult } from '../replay/trial.ts';
import { Campaign } from './campaign.ts';
import type { CampaignContext, Driver } from './driver.ts';

const habits = { leastGets: 0, needsGets: false, reserve: 0, shrinkShare: 1, mostAlike: 4 };

/** A driver that notes what it is asked for: `advance` and `settle` do what they are told, and a case of a finding is sent with this result. */
class NotingDriver implements Driver {
  readonly notes: string[] = [];
  readonly habits = habits;
  readonly spent = noSpent;
  readonly underway = noSpent;
  readonly cases = 1;
  readonly own = { cases: 1 };
  readonly reach = { operations: { done: 0, of: 1 }, requirements: { done: 0, of: 1 } };
  readonly requirementOf = () => openApiRequirement('ANY-04');
  readonly #advanced: () => Promise<boolean>;
  readonly #result: Partial<TrialResult>;

  constructor(advanced: () => Promise<boolean>, result: Partial<TrialResult> = {}) {
    this.#advanced = advanced;
    this.#result = result;
  }

  get trials() {
    const send = async (): Promise<TrialResult> => {
      this.notes.push('sent');
      return { shown: false, isDecided: true, isLate: false, spent: noSpent, ...this.#result };
    };
    return { send };
  }

  charge(): void {}

  advance(): Promise<boolean> {
    return this.#advanced();
  }

  async settle(): Promise<void> {
    this.notes.push('settled');
  }
}

const storeOf = () => new FindingStore(test.info().outputPath('findings.ndjson'));

function campaignOf(driver: NotingDriver, posts: number) {
  const store = storeOf();
  const plan = { seed: 1, run: 'run-1', budget: { posts }, store, shrinkPosts: 12 };
  let context: CampaignContext | undefined;
  const campaign = new Campaign(plan, (given) => {
    context = given;
    return driver;
  });
  return { campaign, store, context: context as CampaignContext };
}

test('what was sent before the budget ran out in the middle of a case is still judged', async () => {
  const driver = new NotingDriver(async () => {
    throw new Exhausted('the budget is spent');
  });
  const { campaign } = campaignOf(driver, 5);
  expect((await campaign.run()).halted).toBeUndefined();
  expect(driver.notes).toContain('settled');
});

test('a finding is shrunk while POSTs are left, and a campaign without POSTs shrinks none', async () => {
  for (const [posts, sent] of [
    [20, ['sent']],
    [0, []],
  ] as const) {
    const driver = new NotingDriver(async () => false);
    const { context } = campaignOf(driver, posts);
    await context.shrink(sampleFinding(), 'x', { isSame: () => true });
    expect(driver.notes).toEqual(sent);
  }
});

test('a try counts only if the finding could have shown in it', async () => {
  for (const [result, tries] of [
    [{}, 2],
    [{ isDecided: false, incompleteBecause: 'the target has no such method' }, 1],
  ] as const) {
    const { context, store } = campaignOf(new NotingDriver(async () => false, result), 20);
    const found = sampleFinding({ fingerprint: `f${tries}` });
    store.found(found, 'run-1');
    await context.shrink(found, 'x', { isSame: () => true });
    expect(store.find(found.fingerprint)?.trials).toHaveLength(tries);
  }
});
