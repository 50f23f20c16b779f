import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { injectedFaults } from '../tests/support/network/injectedFaults.ts';
import { pass } from '../tests/support/network/proxy.ts';
import { type ProxiedRun, problemsOf, runThrough } from '../tests/support/product/runThroughProxy.ts';

/**
 * Runs the suite (smoke, or `--profile`) through every injected fault of the proxy, each on its own emulator. Checks that the run ends as expected, fails no
 * conforming target, makes no more paid orders than a run without faults, and leaves no process behind. `--only` selects by a part of a name.
 */

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, profile: { type: 'string', default: 'smoke' } },
});

const words = ['--profile', values.profile, '--day', '2026-01-01'];
const folder = await mkdtemp(join(tmpdir(), 'assay-abuse-'));

const openWords = ({ verdict }: ProxiedRun) =>
  verdict.requirements.flatMap(({ id, outcome, attribution, findings: [first] }) =>
    attribution && !['learned', 'not applicable', 'not selected', 'pass'].includes(outcome)
      ? [`${id} ${outcome} (${attribution}) ${first?.code}`]
      : [],
  );

const print = (
  name: string,
  proxied: ProxiedRun,
  { wrongs, seconds }: { wrongs: readonly string[]; seconds: string },
) => {
  const { verdict, orders } = proxied;
  const heading = `${wrongs.length === 0 ? 'as expected' : 'WRONG'}  exit ${proxied.code}  ${orders} paid orders  ${seconds} s  ${name}`;
  const lines = [heading, `  ${JSON.stringify(verdict.outcomes)}`, ...wrongs.map((one) => `  ! ${one}`)];
  if (wrongs.length > 0) lines.push(...openWords(proxied).map((one) => `    ${one}`));
  process.stdout.write(`${lines.join('\n')}\n`);
};

const seconds = (fromMs: number) => ((performance.now() - fromMs) / 1000).toFixed(0);

try {
  const plain = await runThrough(pass, words, { folder, name: 'plain' });
  process.stdout.write(`exit ${plain.code}  ${plain.orders} paid orders  without faults\n`);
  if (plain.code !== 0) process.exitCode = 1;
  for (const [index, abuse] of injectedFaults.filter(({ name }) => name.includes(values.only)).entries()) {
    const began = performance.now();
    const proxied = await runThrough(abuse.through, words, { folder, name: `abuse-${index}` });
    const wrongs = problemsOf(abuse, proxied, plain.orders);
    if (wrongs.length > 0) process.exitCode = 1;
    print(abuse.name, proxied, { wrongs, seconds: seconds(began) });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
