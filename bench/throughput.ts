import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { barePayin } from '../generators/payloads/payment.ts';
import { collectSpecs } from '../runner/requirement/inProcessRunner.ts';
import { startEmbedded } from '../runner/session/embeddedEmulator.ts';
import { authenticate } from '../traffic/signing/authenticate.ts';
import { decide } from '../traffic/system/environment.ts';
import { readTarget, type Target } from '../traffic/target/target.ts';
import { exchange, openWire } from '../traffic/transport/wire.ts';
import { profiled } from './cpuProfile.ts';
import { fuzzMutant } from './mutantCampaign.ts';

/**
 * Measures the requests a second, the processor time and the most memory of a campaign, with its reads and checks, beside the bare undici client that sends one
 * fixed body again and again; the emulator is another process and limits nothing. A second campaign with half as many POSTs is profiled, and its largest costs
 * are printed by file. `--posts`; `--profile FILE` stores the profile.
 */
const { values } = parseArgs({ options: { posts: { type: 'string', default: '1500' }, profile: { type: 'string' } } });
const posts = Number(values.posts);

const fixed = JSON.stringify(barePayin({ amount: 10, currency: 'EUR', method: 'CC_VISAMC' }));

/** Returns the requests a second of the bare client, measured over some seconds. */
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

/** Runs a campaign and measures its rate, memory and processor time. */
async function measured(target: Target, out: string, wanted: number) {
  const began = performance.now();
  const idle = process.cpuUsage();
  const state = await fuzzMutant(target, { out, seed: 1, posts: wanted });
  const { user, system } = process.cpuUsage(idle);
  const { spent } = state;
  const sent = spent.posts + spent.gets;
  const rate = (sent * 1000) / (performance.now() - began);
  const mostMb = Math.round(process.resourceUsage().maxRSS / 1024);
  return { state, rate, mostMb, cpuMs: (user + system) / 1000 / sent };
}

const said = ({ state: { spent, cases, violations }, rate, mostMb, cpuMs }: Awaited<ReturnType<typeof measured>>) =>
  `${Math.round(rate)} requests a second (${spent.posts} POST, ${spent.gets} GET, ${cases} cases), ${cpuMs.toFixed(2)} ms of processor time each, ${mostMb} MB at most; broken: ${[...violations.keys()].join(' ') || 'nothing'}`;

decide('ASSAY_COLLECTS', '1');
const folder = await mkdtemp(join(tmpdir(), 'assay-throughput-'));
const emulator = await startEmbedded({ control: true });
try {
  await collectSpecs();
  const target = readTarget(emulator.targetFile);
  const before = await bare(target, 4);
  const campaign = await measured(target, join(folder, 'measured'), posts);
  const after = await bare(target, 4);
  const ceiling = (before + after) / 2;
  process.stdout.write(
    `campaign: ${said(campaign)}\nbare client: ${Math.round(before)} and ${Math.round(after)} requests a second; the campaign has ${Math.round((100 * campaign.rate) / ceiling)} % of that\n`,
  );
  const { costs, document } = await profiled(() => measured(target, join(folder, 'profiled'), posts / 2));
  if (values.profile !== undefined) await writeFile(values.profile, document);
  const largest = costs.slice(0, 8).map(({ file, share }) => `  ${Math.round(share * 100)} %  ${file}\n`);
  process.stdout.write(`largest costs\n${largest.join('')}`);
} finally {
  await emulator.stop();
  await rm(folder, { recursive: true, force: true });
}
