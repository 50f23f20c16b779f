/**
 * Measures whether a countersigner contradicts facades: servers that conform towards the suite and break a rule towards everybody else. First a certificate is made
 * through the facade while it conforms, then it is countersigned `--tries` times (10) for each facade (`--only <names>`), with `--posts` (40) and `--pace` (150).
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../runner/session/embeddedEmulator.ts';
import { entryCommand } from '../../schemas/packageRoot.ts';
import { runNode } from '../../scripts/cli/process/childProcess.ts';
import { type FacadeServer, startFacade } from '../facades/facadeServer.ts';
import { type Facade, facades } from '../facades/facades.ts';

const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '10' },
    posts: { type: 'string', default: '40' },
    pace: { type: 'string', default: '150' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
});

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'assay-facades-'));
mkdirSync(folder, { recursive: true });

/** Runs a command of the product; its output goes to a file. */
const assay = (name: string, ...words: readonly string[]) =>
  runNode([...entryCommand('scripts/assay.ts'), ...words], { folder, output: join(folder, `${name}.log`) });

/** Writes a target file for the facade from that of the emulator. */
function writeTarget(name: string, from: string, more: object): string {
  const file = join(folder, name);
  const target = JSON.parse(readFileSync(from, 'utf8')) as Record<string, unknown>;
  const { levers: _, webhook: __, envFile, ...rest } = target;
  const env = typeof envFile === 'string' ? { envFile: join(from, '..', envFile) } : {};
  writeFileSync(file, JSON.stringify({ ...rest, ...env, ...more }, null, 2));
  return file;
}

/** What the operator gives of his own, as docs/countersigning.md asks him to. */
const own = {
  phoneNumber: '+493090182011',
  firstName: 'Friederike',
  lastName: 'Oltmanns',
  cardholder: 'FRIEDERIKE OLTMANNS',
  receiverName: 'Friederike Oltmanns',
  returnUrl: 'https://kasse.oltmanns-buecher.de/zurueck',
};

/** Returns the samples of a target file with the operator's own values. */
function ownSamples(file: string): object {
  const { samples = {} } = JSON.parse(readFileSync(file, 'utf8')) as { samples?: Record<string, object> };
  const methods = [...new Set([...Object.keys(samples), 'CC_VISAMC', 'VA_QR'])];
  return Object.fromEntries(methods.map((name) => [name, { ...own, ...samples[name] }]));
}

/** Tells what one try came to, by the exit code of the countersigner. */
const outcomes: Readonly<Record<number, string>> = { 0: 'agreed', 1: 'contradicted', 4: 'undecided' };

async function tryOnce(server: FacadeServer, facade: Facade, { target, name }: { target: string; name: string }) {
  server.become(facade);
  // Each try is one operator's first: a bundle holds few countersignatures.
  rmSync(join(folder, 'made', 'bundle', 'countersignatures'), { recursive: true, force: true });
  const { posts, pace } = values;
  const words = [
    '--target',
    target,
    '--key',
    'operator.pem',
    '--posts',
    posts,
    '--pace',
    pace,
    '--out',
    join(folder, name),
  ];
  const code = await assay(name, 'countersign', join(folder, 'made', 'bundle'), ...words);
  return { outcome: outcomes[code] ?? `exit ${code}`, isRecognised: server.hasRecognised };
}

async function measure(server: FacadeServer, target: string): Promise<void> {
  const tries = Number(values.tries);
  const chosen = facades.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name));
  for (const facade of chosen) {
    const seen: string[] = [];
    let recognised = 0;
    for (let nth = 1; nth <= tries; nth += 1) {
      const { outcome, isRecognised } = await tryOnce(server, facade, { target, name: `${facade.name}-${nth}` });
      seen.push(outcome);
      if (isRecognised) recognised += 1;
    }
    const contradicted = seen.filter((one) => one === 'contradicted').length;
    process.stdout.write(
      `${facade.name} (${facade.by}; ${facade.breaks}): contradicted in ${contradicted} of ${tries}, recognised in ${recognised}: ${seen.join(', ')}\n`,
    );
  }
}

const emulator = await startEmbedded({ control: false });
const server = await startFacade(emulator.url);
try {
  const vendor = writeTarget('vendor.json', emulator.targetFile, { baseUrl: server.url, name: 'facade' });
  const operator = writeTarget('operator.json', emulator.targetFile, {
    baseUrl: server.url,
    name: 'facade',
    samples: ownSamples(emulator.targetFile),
  });
  for (const name of ['vendor', 'operator']) await assay(`keygen-${name}`, 'keygen', '--out', name);
  const made = [
    '--target',
    vendor,
    '--key',
    'vendor.pem',
    '--profile',
    'nightly',
    '--posts',
    '0',
    '--out',
    join(folder, 'made'),
  ];
  const code = await assay('certify', 'certify', ...made);
  if (code !== 0) throw new Error(`expected a certificate, got exit code ${code}; see ${join(folder, 'certify.log')}`);
  await measure(server, operator);
} finally {
  await server.close();
  await emulator.stop();
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
