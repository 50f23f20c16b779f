import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FindingStore } from '../fuzzer/engine/findings/findingStore.ts';
import { collector } from '../fuzzer/engine/progress/heapLimit.ts';
import { storeProgress } from '../fuzzer/engine/progress/progressFile.ts';
import { openApiCampaign } from '../fuzzer/openapi/campaign/driver.ts';
import { openApiProgress } from '../fuzzer/openapi/campaign/progress.ts';
import { credentialsFor } from '../fuzzer/openapi/credentials/credentials.ts';
import { openSession } from '../fuzzer/openapi/executor/session.ts';
import { loadContract } from '../schemas/load/contract.ts';
import { type PublishedName, publishedFile } from '../tests/support/publicContracts/published.ts';
import { exchange, openWire } from '../traffic/transport/wire.ts';

/**
 * Measures the memory and the speed of a long campaign on any API. The server, another process, answers everything alike, and so violates most requirements;
 * the campaign sends it `--cases` cases of a public contract (`--contract`, adyen by default). After every tenth of them it prints the resident memory and the
 * heap after garbage collection, in the end the requests a second beside those of the bare client, the processor time of a request, and the most memory. Fails
 * if the heap grows by more than a tenth over the second half, or if the resident memory exceeds 400 MB.
 */

const options = {
  cases: { type: 'string', default: '100000' },
  contract: { type: 'string', default: 'adyen' },
} as const;
const { values } = parseArgs({ options });
const cases = Number(values.cases);

/** The limit of the resident memory, in bytes. */
const most = 400 * 1024 * 1024;

const contract = await loadContract(publishedFile(values.contract as PublishedName), { isTolerant: true });

/** The server: it runs in a process of its own, so that its time does not count. */
const serving = `require('node:http')
  .createServer((request, response) => {
    request.resume();
    response.writeHead(request.method === 'GET' ? 200 : 400, { 'content-type': 'application/json' }).end('{"id":"abc"}');
  })
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
const server = spawn(process.execPath, ['-e', serving], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = (await once(server.stdout, 'data')) as [Buffer];
const baseUrl = `http://127.0.0.1:${Number(port)}`;

/** Returns the requests a second of the bare client over some seconds. */
async function bare(seconds: number): Promise<number> {
  const wire = openWire();
  const until = performance.now() + seconds * 1000;
  const post = { url: `${baseUrl}/any`, method: 'POST', body: '{"amount":10}', deadlineMs: 10_000 };
  let sent = 0;
  for (; performance.now() < until; sent += 1)
    await exchange(wire, { ...post, headers: [['Content-Type', 'application/json']] });
  await wire.destroy();
  return sent / seconds;
}

const credentials = credentialsFor(contract, [], () => undefined);
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-memory-'));
const opened = openSession({
  contract,
  baseUrl,
  credentials,
  deadlines: { answerMs: 30_000, recoverMs: 30_000 },
  seed: 1,
});
const collect = collector();
const over = new AbortController();
const seen: { cases: number; rssMb: number; heapMb: number; seconds: number }[] = [];
let began = performance.now();
const onAdvance = ({ cases: count }: { cases: number }) => {
  if (count >= cases) over.abort();
  if (count < ((seen.length + 1) * cases) / 10) return;
  const { rss } = process.memoryUsage();
  collect();
  const { heapUsed } = process.memoryUsage();
  const mb = (bytes: number) => Math.round(bytes / 1024 / 1024);
  seen.push({
    cases: count,
    rssMb: mb(rss),
    heapMb: mb(heapUsed),
    seconds: Math.round((performance.now() - began) / 1000),
  });
  process.stderr.write(`${JSON.stringify(seen.at(-1))}\n`);
};
const store = new FindingStore(join(folder, 'findings.ndjson'));
const unended = join(folder, 'findings.unended.json');
const keep = (reached: object) => storeProgress(unended, { ...reached, seed: 1, version: openApiProgress.version });
const plan = {
  contract,
  session: opened,
  seed: 1,
  budget: {},
  store,
  run: 'bench',
  isReadOnly: false,
  hasCredential: false,
  onProgress: keep,
};
const before = await bare(4);
const cpu = process.cpuUsage();
began = performance.now();
await openApiCampaign({ ...plan, shrinkPosts: 0, signal: over.signal, onAdvance }).run();
const { user, system } = process.cpuUsage(cpu);
const elapsedMs = performance.now() - began;
const after = await bare(4);
await opened.close();
server.kill();
rmSync(folder, { recursive: true, force: true });
console.table(seen);
const sent = opened.spent.posts + opened.spent.gets;
const rate = (sent * 1000) / elapsedMs;
const cpuMs = (user + system) / 1000 / sent;
process.stdout.write(
  `campaign: ${Math.round(rate)} requests a second (${sent} in all), ${cpuMs.toFixed(2)} ms of processor time each, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most\n` +
    `bare client: ${Math.round(before)} and ${Math.round(after)} requests a second; the campaign has ${Math.round((200 * rate) / (before + after))} % of that\n`,
);
const half = seen[Math.floor(seen.length / 2)]?.heapMb ?? 0;
const { heapMb = 0, rssMb = 0 } = seen.at(-1) ?? {};
if (heapMb > half * 1.1 || rssMb > most / 1024 / 1024) process.exitCode = 1;
