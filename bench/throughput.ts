import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FindingStore } from '../fuzzer/findings/store.ts';
import { movesBy } from '../fuzzer/interface/moves.ts';
import { Campaign } from '../fuzzer/run/campaign.ts';
import { collectSpecs, lawsOver } from '../harness/collected.ts';
import { contractFor } from '../harness/contracts.ts';
import { placesOf, type Run } from '../harness/run.ts';
import { authenticate } from '../harness/signing.ts';
import { readTarget, type Target } from '../harness/target.ts';
import { startEmbedded } from '../harness/targets/embedded.ts';
import { decide } from '../harness/targets/environment.ts';
import { exchange, openWire } from '../harness/wire.ts';

/**
 * How many requests a second a campaign sends, reads included, beside what the same undici client reaches that sends one fixed body again and again, one
 * after the other as a campaign does; the emulator is a process of its own and limits nothing. `--posts`; `--profile <folder>` writes a profile.
 */
const { values } = parseArgs({
  options: { posts: { type: 'string', default: '2000' }, json: { type: 'boolean', default: false } },
});

const fixed = '{"amount":10,"currency":"EUR","method":"CC_VISAMC"}';

/** Requests a second of the bare client, over some seconds. */
async function bare(target: Target, seconds: number): Promise<number> {
  const wire = openWire();
  const [credential] = target.credentials;
  const path = '/v1/user/payments/payin';
  const until = performance.now() + seconds * 1000;
  let sent = 0;
  try {
    while (performance.now() < until) {
      const headers: [string, string][] = [
        ['Content-Type', 'application/json'],
        ...authenticate({ scheme: 'simple', credential }, ''),
      ];
      await exchange(wire, { url: target.baseUrl + path, method: 'POST', headers, body: fixed, deadlineMs: 10_000 });
      sent += 1;
    }
  } finally {
    await wire.destroy();
  }
  return sent / seconds;
}

const runOf = (out: string): Run => ({
  id: 'bench',
  seed: 1,
  out,
  target: undefined,
  selection: { profile: 'full', tier: 'active', day: '2026-01-01' },
  desk: undefined,
  stage: 'p',
  journal: placesOf(out).journal,
  silent: true,
  offline: false,
});

decide('ASSAY_FLEET', '1');
const folder = await mkdtemp(join(tmpdir(), 'assay-throughput-'));
const emulator = await startEmbedded({ control: true });
try {
  await collectSpecs();
  const target = readTarget(emulator.targetFile);
  const before = await bare(target, 4);
  const began = performance.now();
  const idle = process.cpuUsage();
  const campaign = new Campaign({
    surroundings: { run: runOf(folder), target, laws: lawsOver },
    moves: movesBy(await contractFor(target.contract)),
    seed: 1,
    budget: { posts: Number(values.posts) },
    store: new FindingStore(join(folder, 'findings.ndjson')),
    told: ({ spent }) =>
      process.stderr.write(
        `${spent.posts} POST, ${spent.gets} GET, ${Math.round(process.memoryUsage().rss / 1e6)} MB (${(globalThis as { gc?: () => void }).gc?.() ?? ''}${Math.round(process.memoryUsage().heapUsed / 1e6)} heap), ${Math.round(((spent.posts + spent.gets) * 1000) / (performance.now() - began))}/s\n`,
      ),
  });
  const { spent, elapsedMs, cases, broken } = await campaign.run();
  const used = process.cpuUsage(idle);
  process.stderr.write(
    `${((used.user + used.system) / 1000 / (spent.posts + spent.gets)).toFixed(2)} ms of processor time a request\n`,
  );
  const after = await bare(target, 4);
  const rate = ((spent.posts + spent.gets) * 1000) / elapsedMs;
  const ceiling = (before + after) / 2;
  process.stdout.write(
    `campaign ${Math.round(rate)} requests a second (${spent.posts} POST, ${spent.gets} GET, ${cases} cases; broken: ${[...broken.values()].map(({ requirement, wanted, seen }) => `${requirement.id} ${wanted} ${seen}`).join('; ')}), bare client ${Math.round(before)} and ${Math.round(after)}: ${Math.round((100 * rate) / ceiling)} %\n`,
  );
} finally {
  await emulator.stop();
  await rm(folder, { recursive: true, force: true });
}
