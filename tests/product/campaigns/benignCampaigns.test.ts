import { join } from 'node:path';
import { test as basic, expect } from '@playwright/test';
import { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import { interfaceCampaign } from '../../../fuzzer/interface/campaign/driver.ts';
import { caseGenerators } from '../../../fuzzer/interface/cases/caseGenerators.ts';
import { startEmbedded } from '../../../runner/session/embeddedEmulator.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { atMount, readTarget, type Target } from '../../../traffic/target/target.ts';
import { targetContract } from '../../../traffic/target/targetContract.ts';
import { temporaryFolder } from '../../support/product/temporaryFolder.ts';

/** A few POSTs are enough, since every answer is judged. */
const posts = 6;

/** The POSTs of a campaign with one case generator: each of its combinations several times. */
const mostOfOne = 24;

const test = basic.extend<
  { violated: (name: string, generators?: string) => Promise<readonly string[]> },
  { target: Target }
>({
  target: [
    async ({}, use) => {
      const emulator = await startEmbedded({ control: true, servesInstances: true });
      await use(readTarget(emulator.targetFile));
      await emulator.stop();
    },
    { scope: 'worker' },
  ],
  // The requirements that a short campaign on an instance of the mutation run finds violated, with all case generators or with one.
  violated: async ({ target }, use) => {
    const { path: out, remove } = temporaryFolder();
    await use(async (name, generator) => {
      const contract = await targetContract(undefined);
      const campaign = interfaceCampaign({
        contract,
        run: 'run-1',
        shrinkPosts: 0,
        environment: { run: runAlone(out), target: atMount(target, `~${name}`), traceChecks: async () => [] },
        generators: caseGenerators(contract).filter((one) => generator === undefined || one.name === generator),
        seed: 1,
        budget: { posts: generator === undefined ? posts : mostOfOne },
        store: new FindingStore(join(out, 'findings.ndjson')),
      });
      const { violations } = await campaign.run();
      return [...violations.keys()];
    });
    remove();
  },
});

for (const name of ['unknown-paths-lead-home', 'token-id-shown'])
  test(`a short campaign on the variant ${name} finds nothing`, { tag: '@full' }, async ({ violated: found }) => {
    expect(await found(name)).toEqual([]);
  });

/** Variants at which only some cases look, by the generator of these cases. */
const lookedAt = {
  'addresses-checked-later': 'address of another chain',
  'exchange-limits-that-move': 'single reads of pairs and their list',
};

for (const [name, generator] of Object.entries(lookedAt))
  test(`many cases of "${generator}" find nothing on the variant ${name}`, { tag: '@full' }, async ({
    violated: found,
  }) => {
    expect(await found(name, generator)).toEqual([]);
  });
