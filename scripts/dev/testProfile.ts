import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { mutationPart, quickSuite, selfTests, type TestPart } from './testParts.ts';

/** The record of an ended process (`cpuProbe.js`). */
interface Ended {
  pid: number;
  ppid: number;
  cpuMs: number;
  words: readonly string[];
}

const isProduct = ({ words: [program = ''] }: Ended) => /scripts\/assay\.js$|emulator\/main\.[jt]s$/.test(program);

/** True if a process belongs to the product: the process or one of its ancestors started the product. */
function isOfProduct(one: Ended, all: ReadonlyMap<number, Ended>): boolean {
  const parent = all.get(one.ppid);
  return isProduct(one) || (parent !== undefined && isOfProduct(parent, all));
}

/** Returns the processor time, in seconds, of all ended child processes and their descendants; works on Linux only. */
function childrenSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** The measurements of one part of the tests. */
interface Row {
  part: string;
  wall: number;
  cpu: number;
  starts: number;
  startsCpu: number;
  counted: string;
}

async function measured(part: string, run: TestPart, folder: string): Promise<Row> {
  const probed = join(folder, 'probed');
  writeFileSync(probed, '');
  const hook = pathToFileURL(join(packageRoot, 'scripts', 'dev', 'cpuProbe.js')).href;
  const [beganMs, before] = [performance.now(), childrenSeconds()];
  const { passed, failed } = await run(folder, { env: { NODE_OPTIONS: `--import=${hook}`, ASSAY_PROBE: probed } });
  const ended = readFileSync(probed, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Ended => JSON.parse(line));
  const all = new Map(ended.map((one) => [one.pid, one]));
  const ofProduct = ended.filter((one) => isOfProduct(one, all));
  return {
    part,
    wall: (performance.now() - beganMs) / 1000,
    cpu: childrenSeconds() - before,
    starts: ended.filter(isProduct).length,
    startsCpu: ofProduct.reduce((sum, { cpuMs }) => sum + cpuMs / 1000, 0),
    counted: `${passed} passed, ${failed} failed`,
  };
}

/**
 * Returns the row that a test belongs to: its top folder; for `tests/` the subfolder; and for `tests/product/`, whose files start the product, the file itself.
 */
function rowOf(path: string): string {
  if (path.startsWith('tests/product/')) return path.replace(/ts$/, '');
  return (/^tests\/[^/]+/.exec(path) ?? /^[^/]+\//.exec(path))?.[0] ?? path;
}

/** Returns the self-tests, row by row. */
function selfParts(): [string, TestPart][] {
  const paths = readdirSync(packageRoot, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts') && !/^(node_modules|\.build)\//.test(path));
  return [...new Set(paths.map(rowOf))]
    .sort()
    .map((name) => [name, selfTests([`^${packageRoot}/${name}`, '--pass-with-no-tests'])]);
}

const column = (text: string | number, wide: number) =>
  (typeof text === 'number' ? text.toFixed(1) : text).padStart(wide);

/** Runs the parts of `npm test` one after the other, and prints the processor time of each, with the part of it that the product used. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-profile-'));
  const only = process.argv.slice(2);
  const parts: [string, TestPart][] = [['suite', quickSuite], ['fleet', mutationPart('first')], ...selfParts()];
  const rows: Row[] = [];
  process.stdout.write(`${'part'.padEnd(44)} wall s   CPU s  starts  of these CPU s\n`);
  for (const [name, part] of parts.filter(([name]) => only.length === 0 || only.some((one) => name.includes(one)))) {
    const row = await measured(name, part, folder);
    rows.push(row);
    process.stderr.write('\n');
    process.stdout.write(
      `${name.padEnd(44)} ${column(row.wall, 6)} ${column(row.cpu, 7)} ${column(String(row.starts), 7)} ${column(row.startsCpu, 15)}  ${row.counted}\n`,
    );
  }
  const sum = (what: (row: Row) => number) => rows.reduce((total, row) => total + what(row), 0);
  process.stdout.write(
    `${'all'.padEnd(44)} ${column(
      sum(({ wall }) => wall),
      6,
    )} ${column(
      sum(({ cpu }) => cpu),
      7,
    )} ${column(String(sum(({ starts }) => starts)), 7)} ${column(
      sum(({ startsCpu }) => startsCpu),
      15,
    )}\n`,
  );
  rmSync(folder, { recursive: true, force: true });
}

await main();
