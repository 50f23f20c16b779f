import { join } from 'node:path';
import { expect } from '@playwright/test';
import { pass } from '../../support/network/proxy.ts';
import { type Behaviour, serve } from '../../support/network/testServer.ts';
import { assay, assayInto, command, linesIn, verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test as base, once } from '../../support/product/productTest.ts';
import { targetFileLike } from '../../support/product/startEmulator.ts';
import { verdictSchemaErrors } from '../../support/product/verdictSchema.ts';

base.describe.configure({ mode: 'default' });

/** Passes everything on, but holds every POST until the gate opens. */
function gated(upstream: string): { manner: Behaviour; open(): void } {
  const passing = pass(upstream);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const manner: Behaviour = (asked, response) =>
    void (asked.request.method === 'POST' ? opened : Promise.resolve()).then(() => passing(asked, response));
  return { manner, open };
}

interface Fixtures {
  folder: string;
  service: { url: string; targetFile: string };
}

const test = base.extend<object, { runs: () => ReturnType<typeof runTogether> }>({
  runs: [
    async ({ sharedFolder: folder, service }, use) => use(once(() => runTogether({ folder, service }))),
    { scope: 'worker' },
  ],
});

/** Runs one command that the gate holds, a second one meanwhile, and a third after the first has ended. No quota is declared. */
async function runTogether({ folder, service }: Fixtures) {
  const { manner, open } = gated(service.url);
  const front = await serve(manner);
  const target = targetFileLike(service.targetFile, 'together', {
    baseUrl: front.url,
    deadlines: { answerMs: 120_000 },
  });
  const out = join(folder, 'first');
  const words = ['run', '--target', target, '--only'];
  const running = ended(start([...command, ...words, 'SBX-04', '--out', out], { folder }));
  await expect.poll(() => front.requests.some((request) => request.startsWith('POST')), { timeout: 60_000 }).toBe(true);
  const second = await assayInto('second', [...words, 'SBX-05'], { folder });
  const plan = await assay(['plan', ...words.slice(1), 'SBX-05'], { folder });
  const passive = await assayInto('passive', [...words, 'MTD-01', '--tier', 'passive'], { folder });
  const campaign = await assay(['fuzz', '--target', target, '--posts', '5'], { folder });
  open();
  const first = { ...(await running), out };
  const asked = front.requests.length - verdictIn(passive.out).header.exchanges.total;
  const third = await assayInto('third', [...words, 'AUT-04'], { folder });
  await front.close();
  return { first, second, third, plan, passive, campaign, asked };
}

test('a second run on an account in use ends with exit code 2, and sends nothing', { tag: '@full' }, async ({
  runs,
}) => {
  const { first, second, asked } = await runs();
  expect(second.code, second.stderr).toBe(2);
  const verdict = verdictIn(second.out);
  expect(verdict).toMatchObject({ exit: 2, halt: { cause: 'account' }, header: { exchanges: { total: 0 } } });
  expect(verdictSchemaErrors(second.out)).toEqual([]);
  expect(linesIn(second.out).filter(({ kind }) => kind === 'exchange')).toEqual([]);
  expect(verdictIn(first.out).header.exchanges.total).toBe(asked);
});

test('the refused run names the run that uses the account, and what to do', { tag: '@full' }, async ({ runs }) => {
  const { first, second } = await runs();
  const { id } = verdictIn(first.out).header.run;
  expect(second.stdout).toContain(`run ${id}`);
  expect(second.stdout).toMatch(/Wait until that run ends, or share the quota through Redis/);
  const [refused] = verdictIn(second.out).requirements.filter((one) => one.id === 'SBX-05');
  expect(refused).toMatchObject({ outcome: 'not run', attribution: 'configuration' });
});

test('a campaign is refused as well, and a run that only reads disturbs nobody', { tag: '@full' }, async ({ runs }) => {
  const { campaign, passive } = await runs();
  expect(campaign.code).toBe(2);
  expect(campaign.stderr).toMatch(/expected an account that no other run uses, got run /);
  expect(passive.code, passive.stdout).toBe(0);
});

test('the first run is not disturbed, a plan needs no account, and the next run gets it', { tag: '@full' }, async ({
  runs,
}) => {
  const { first, plan, third } = await runs();
  expect(first.code, first.stdout).toBe(0);
  expect(plan.code, plan.stderr).toBe(0);
  expect(third.code, third.stdout).toBe(0);
});
