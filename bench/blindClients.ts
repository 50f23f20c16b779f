import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../schemas/packageRoot.ts';
import { assayInto, verdictIn } from '../tests/support/product/assayCommand.ts';
import { temporaryFolder } from '../tests/support/product/temporaryFolder.ts';
import { wilson } from './blind/wilson.ts';

/**
 * Judges changed copies of the Python testee, written from the clauses on clients and the protocol alone, by the whole gate. Prints which faults were caught (a
 * requirement failed, or one that only warns warned), the share with its Wilson 95 % interval, and which benign changes drew a complaint. Names as arguments
 * select clients. Needs Python 3.11; takes half a minute for each.
 */

interface BlindClient {
  name: string;
  kind: 'fault' | 'benign';
  because: string;
  patch: string;
  /** The requirement that must complain, if the list names it; else any counts. */
  breaks?: string;
}

const { clients } = parse(readFileSync(join(packageRoot, 'bench/blind/clients-1.yaml'), 'utf8')) as {
  clients: readonly BlindClient[];
};
const names = process.argv.slice(2);

/** Returns the requirements that complain about a client. */
async function complaintsAbout({ name, patch }: BlindClient, folder: string): Promise<string[]> {
  const own = join(folder, name);
  cpSync(join(packageRoot, 'client/testees/python'), own, { recursive: true });
  writeFileSync(join(own, 'change.patch'), patch);
  execFileSync('git', ['apply', 'change.patch'], { cwd: own });
  const words = ['client', '--testee', `python3 '${join(own, 'testee.py')}'`, '--seed', '1'];
  const { out } = await assayInto(`out-${name}`, words, { folder });
  const { requirements } = verdictIn(out);
  return requirements.flatMap(({ id, outcome }) => (outcome === 'fail' || outcome === 'warn' ? [id] : []));
}

const { path: folder, remove } = temporaryFolder();
const seen: { kind: BlindClient['kind']; isComplaint: boolean }[] = [];
for (const client of clients.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const complaints = await complaintsAbout(client, folder);
  const { kind, breaks } = client;
  const isComplaint = kind === 'fault' && breaks !== undefined ? complaints.includes(breaks) : complaints.length > 0;
  seen.push({ kind, isComplaint });
  process.stdout.write(`${client.kind.padEnd(6)} ${client.name}  ${complaints.join(' ') || '-'}  ${client.because}\n`);
}
remove();

const faults = seen.filter(({ kind }) => kind === 'fault');
const caught = faults.filter(({ isComplaint }) => isComplaint).length;
const blamed = seen.filter(({ kind, isComplaint }) => kind === 'benign' && isComplaint).length;
const { low, high } = wilson(caught, faults.length);
const percent = (share: number) => `${Math.round(100 * share)} %`;
process.stdout.write(
  `${caught} of ${faults.length} faults caught (${percent(low)} to ${percent(high)}); benign clients complained about: ${blamed}\n`,
);
