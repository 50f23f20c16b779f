import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import type { Requirement } from '../../../traffic/requirements/requirement.ts';
import { pass } from '../../support/network/proxy.ts';
import { serve } from '../../support/network/testServer.ts';
import { assayInto, verdictIn } from '../../support/product/assayCommand.ts';
import { once, test } from '../../support/product/productTest.ts';
import { targetFileLike } from '../../support/product/startEmulator.ts';

test.describe.configure({ mode: 'default' });

/** Outcomes that need evidence from the target. */
const evidenced = new Set(['pass', 'learned', 'fail', 'warn', 'changed']);

interface Fixtures {
  folder: string;
  service: { url: string; targetFile: string };
}

const closed = test.extend<object, { run: () => Promise<Awaited<ReturnType<typeof runClosed>>> }>({
  run: [
    async ({ sharedFolder: folder, service }, use) => use(once(() => runClosed({ folder, service }))),
    { scope: 'worker' },
  ],
});

async function runClosed({ folder, service }: Fixtures) {
  const front = await serve(pass(service.url));
  // Without test control API and without paths to read a checkout or a request, as any target.
  const target = targetFileLike(service.targetFile, 'closed', { baseUrl: front.url, paths: {} });
  const run = await assayInto('closed', ['run', '--json', '--target', target], { folder });
  const asked = front.requests.length;
  const judged = await assayInto('closed-judged', ['judge', join(run.out, 'journal')], { folder });
  const askedByJudge = front.requests.length - asked;
  await front.close();
  return { run, judged, asked, askedByJudge, verdict: verdictIn(run.out) };
}

closed('evidences most requirements through the interface alone', { tag: '@full' }, async ({ run }) => {
  const { verdict } = await run();
  const seen = verdict.requirements.filter(({ outcome }) => evidenced.has(outcome));
  expect(seen.length / verdict.requirements.length).toBeGreaterThanOrEqual(0.7);
  test.info().annotations.push({
    type: 'evidenced',
    description: `${seen.length} of ${verdict.requirements.length}`,
  });
});

closed('names what it could not evidence, and says so by its exit code', { tag: '@full' }, async ({ run }) => {
  const { verdict, run: ended } = await run();
  const open = verdict.requirements.filter(({ outcome }) => !evidenced.has(outcome) && outcome !== 'not applicable');
  for (const { id, outcome, findings } of open) {
    expect(ended.stderr).toMatch(new RegExp(`^${id} +${outcome}`, 'm'));
    expect(findings, `${id} says what is missing`).not.toEqual([]);
  }
  expect(verdict.exit).toBe(open.length > 0 ? 4 : 0);
  expect(ended.code).toBe(verdict.exit);
});

/**
 * Requirements of crypto acquiring and of lifecycles without evidence here. They need checkouts and requests that are chosen, paid, left alone and read again,
 * or webhooks, or payments to static addresses.
 */
const unseen =
  `CHK-11 LIF-03 LIF-05a LIF-06a LIF-06b LIF-07 LIF-08 LIF-10a LIF-10b LIF-11a LIF-11b LIF-12 LIF-13 LIF-14 LIF-15
  LIF-20 LIF-21 REQ-05 REQ-11 REQ-12 SAB-07 SAB-09 SAB-10 SAB-14 SAB-15`.split(/\s+/);

closed('evidences of crypto acquiring all that shows when it is created', { tag: '@full' }, async ({ run }) => {
  const { verdict } = await run();
  const ofAcquiring = verdict.requirements.filter(({ id }) => /^(?:ART|CHK|DEP|LIF|REQ|SAB)-/.test(id));
  expect(ofAcquiring.filter(({ outcome }) => !evidenced.has(outcome)).map(({ id }) => id)).toEqual(unseen);
});

closed('passes nothing without an exchange that shows it', { tag: '@full' }, async ({ run }) => {
  const { verdict } = await run();
  for (const { id, outcome, exchanges } of verdict.requirements)
    if (outcome === 'pass' || outcome === 'learned') expect(exchanges.length, id).toBeGreaterThan(0);
});

closed('prints exactly one JSON document on standard output with --json', { tag: '@full' }, async ({ run }) => {
  const { run: ended, verdict } = await run();
  expect(JSON.parse(ended.stdout) as Verdict).toEqual(verdict);
  expect(ended.stderr).toContain(`exit ${verdict.exit}:`);
});

closed(
  'the catalogue lists the requirements of the specs, and what feeds each law',
  { tag: '@full' },
  async ({ run }) => {
    const { run: ended } = await run();
    const declared = JSON.parse(readFileSync(join(ended.out, 'requirements.json'), 'utf8')) as Requirement[];
    const listed = readCatalogue();
    const comparable = ({ id, title, section, kind, basis, law: isTraceCheck }: Omit<Requirement, 'where'>) => ({
      id,
      title,
      section,
      kind,
      basis,
      law: isTraceCheck,
    });
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(listed.map(comparable)).toEqual(declared.map(comparable).sort(byId));
    expect(listed.map(({ file }) => file)).toEqual(declared.sort(byId).map(({ where }) => where.replace(/:\d+$/, '')));
    for (const { id, law: isTraceCheck, fedBy = [] } of listed) expect(fedBy.length > 0, id).toBe(isTraceCheck);
  },
);

closed(
  'judged again from its journal, gives the same verdict and asks the target nothing',
  { tag: '@full' },
  async ({ run }) => {
    const { judged, verdict, asked, askedByJudge } = await run();
    const { header, ...rest } = verdict;
    const { header: again, ...same } = verdictIn(judged.out);
    expect(same).toEqual(rest);
    expect(again.journal).toBe(header.journal);
    expect(judged.code).toBe(verdict.exit);
    expect(asked).toBe(verdict.header.exchanges.total);
    expect(askedByJudge).toBe(0);
  },
);
