import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../schemas/packageRoot.ts';
import { assay, type Run, verdictIn } from '../tests/support/product/assayCommand.ts';
import { temporaryFolder } from '../tests/support/product/temporaryFolder.ts';

/**
 * Records clients that nobody here wrote (curl, Node's fetch, undici, axios, Python's requests and urllib), each driven by a short script that signs: as it should
 * be, and with one fault each. Prints each ruling beside the expected one. A client that is not installed is left out. Names as arguments select clients.
 */

/** What each fault of the scripts breaks. */
const faults = {
  'fixed-salt': 'CLI-01',
  'other-body': 'CLI-01',
  'secret-in-query': 'CLI-08',
  'raw-path': 'CLI-09',
  'new-id': 'CLI-07',
} as const;

/** Further faults, and a client that repeats nothing and whose tests send the same again: the script of fetch makes them. */
const further = { hasty: 'CLI-07', 'secret-in-log': 'CLI-08', alike: '' } as const;

const expected: Readonly<Record<string, string>> = { ...faults, ...further };

const place = (file: string) => join(packageRoot, 'bench/recorded', file);

const starts = (file: string, ...args: string[]) => spawnSync(file, args, { stdio: 'ignore' }).status === 0;

/** Fetches axios into a folder of its own; returns its place, or undefined if npm cannot reach its registry. */
function fetchAxios(folder: string): string | undefined {
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, 'axios@1'];
  return starts('npm', ...words) ? join(folder, 'node_modules/axios') : undefined;
}

/** The command of each client; undefined if it is not installed. */
function clientsIn(folder: string): Record<string, readonly string[] | undefined> {
  const axios = fetchAxios(folder);
  const python = starts('python3', '--version');
  return {
    curl: starts('curl', '--version') && starts('openssl', 'version') ? ['sh', place('curl.sh')] : undefined,
    fetch: ['node', place('fetch.mjs')],
    undici: ['node', place('undici.mjs')],
    axios: axios === undefined ? undefined : ['node', place('axios.mjs'), axios],
    requests:
      python && starts('python3', '-c', 'import requests') ? ['python3', place('requests_client.py')] : undefined,
    urllib: python ? ['python3', place('urllib_client.py')] : undefined,
  };
}

/** Records a command before the embedded emulator, some of whose answers are disturbed. */
async function record(words: readonly string[], folder: string): Promise<Run> {
  const out = join(folder, 'run');
  const options = ['--record', '--disturb', '--report', 'junit', '--out', out];
  return { ...(await assay(['client', ...options, '--', ...words], { folder })), out };
}

/** The requirements that failed, and whether nothing else was left open. */
function rulingOf({ out, code }: Run): string {
  const failed = verdictIn(out).requirements.filter(({ outcome }) => outcome === 'fail');
  const words = failed.map(({ id, findings }) => `${id} (${findings[0]?.seen ?? ''})`);
  return `exit ${code}  ${words.join('; ') || 'no failure'}`;
}

const failedIn = ({ out }: Run): string =>
  verdictIn(out)
    .requirements.filter(({ outcome }) => outcome === 'fail')
    .map(({ id }) => id)
    .join();

/** Records one client with one fault, or none; false if the ruling is not the expected one. */
async function measure(name: string, words: readonly string[], fault: string | undefined): Promise<boolean> {
  const folder = temporaryFolder();
  const run = await record(fault === undefined ? words : [...words, fault], folder.path);
  const isRight = failedIn(run) === (expected[fault ?? ''] ?? '');
  process.stdout.write(
    `${isRight ? 'right' : 'WRONG'}  ${name.padEnd(9)} ${(fault ?? 'as it should be').padEnd(16)} ${rulingOf(run)}\n`,
  );
  folder.remove();
  return isRight;
}

async function main(asked: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-axios-'));
  const rulings: boolean[] = [];
  for (const [name, words] of Object.entries(clientsIn(folder))) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    if (!words) process.stdout.write(`not run  ${name}: it is not installed\n`);
    const more = name === 'fetch' ? Object.keys(further) : [];
    for (const fault of words ? [undefined, ...Object.keys(faults), ...more] : [])
      rulings.push(await measure(name, words ?? [], fault));
  }
  rmSync(folder, { recursive: true });
  process.stdout.write(`${rulings.filter(Boolean).length} of ${rulings.length} rulings as expected\n`);
  if (rulings.includes(false)) process.exitCode = 1;
}

await main(process.argv.slice(2));
