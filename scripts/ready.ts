import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { contractFor, contractNamed } from '../harness/contracts.ts';
import { misfit, readJournal } from '../harness/journal.ts';
import { claimFlaws } from '../harness/judge.ts';
import type { Line, RunLine } from '../harness/lines.ts';
import { oracles } from '../harness/oracles/claims.ts';
import { RunRecord } from '../harness/record.ts';
import { decideRun } from '../harness/run.ts';
import { readTarget, type Target } from '../harness/target.ts';
import { decide } from '../harness/targets/environment.ts';
import { ConfigurationError } from '../harness/targets/problem.ts';

/** The target at a place, ready to be judged. Throws ConfigurationError for a file that cannot be used, ContractError for a contract that is none. */
export async function readyTarget(place: string): Promise<Target> {
  const target = readTarget(place);
  if (target.contract !== undefined) await contractFor(target.contract);
  return target;
}

const isFolder = (place: string) => existsSync(place) && statSync(place).isDirectory();

/** A stored journal: its folder, its lines, and the first of them. */
export interface Stored {
  folder: string;
  run: RunLine;
  lines: readonly Line[];
}

/** A journal names its contract, and may name anything: what is no file is not opened. Throws ConfigurationError, ContractError. */
async function readyContract(place: string, contract: string): Promise<void> {
  const hint = 'Put the contract there by which the run was judged.';
  if (existsSync(contract) && !statSync(contract).isFile())
    throw new ConfigurationError('assay judge', [
      { where: place, wanted: 'a contract', seen: `no file at ${contract}`, hint },
    ]);
  await contractNamed(contract);
}

/** Says that all claims of a journal can be judged. Throws ConfigurationError where one names an oracle that there is not. */
function refuseUnknown(place: string, lines: readonly Line[]): void {
  const unknown = lines.find((line) => line.kind === 'claim' && !Object.hasOwn(oracles, line.oracle));
  if (unknown?.kind !== 'claim') return;
  const seen = `one of ${unknown.requirement} by ${unknown.oracle}`;
  const hint = 'Judge it by the version that has made the run.';
  throw new ConfigurationError('assay judge', [
    { where: place, wanted: 'claims that this version judges', seen, hint },
  ]);
}

/** Says that the claims of a journal can be read by their oracles. Throws JournalError for the first that cannot. */
async function refuseUnreadable({ folder, run, lines }: Stored): Promise<void> {
  const record = new RunRecord(await contractNamed(run.target.contract), lines);
  const claims = lines.filter((line) => line.kind === 'claim');
  const flaws = claimFlaws(record, claims);
  const at = flaws.findIndex((flaw) => flaw !== undefined);
  const claim = claims[at];
  if (!claim) return;
  const found = `${JSON.stringify(claim.args).slice(0, 60)} of ${claim.requirement} (${flaws[at]})`;
  throw misfit(folder, lines.indexOf(claim), `wanted args that ${claim.oracle} can judge, found ${found}`);
}

/** Finds a stored journal by its own path or that of its run. Throws for what is no journal, or none that can be judged. */
export async function readyJournal(place: string): Promise<Stored> {
  const folder = [join(resolve(place), 'journal'), resolve(place)].find(
    (one) => isFolder(one) && readdirSync(one).some((name) => name.endsWith('.ndjson')),
  );
  const lines = folder ? readJournal(folder) : [];
  const run = lines.find((line): line is RunLine => line.kind === 'run');
  if (folder && run) {
    refuseUnknown(place, lines);
    if (run.target.contract !== 'own') await readyContract(place, run.target.contract);
    await refuseUnreadable({ folder, run, lines });
    return { folder, run, lines };
  }
  const seen = folder ? 'one without the line that says what run it is of' : 'nothing there';
  const hint = 'It is called journal in the folder of the run.';
  throw new ConfigurationError('assay judge', [{ where: place, wanted: 'the journal of a run', seen, hint }]);
}

/** Says that the folder of a file is there. Throws ConfigurationError where it is not. */
export function readyFolderOf(file: string): void {
  const folder = dirname(file);
  if (isFolder(folder)) return;
  const hint = 'Make the folder, or name a file in another.';
  throw new ConfigurationError('--findings', [
    { where: file, wanted: 'a file in a folder that is there', seen: `no folder ${folder}`, hint },
  ]);
}

/** Says that a file can be written, and replaced by another of its folder. Throws ConfigurationError where it cannot: nothing may be sent whose outcome nobody could keep. */
export function readyFile(where: string, file: string): void {
  const beside = `${file}.${process.pid}.tried`;
  try {
    writeFileSync(beside, '');
    rmSync(beside);
    if (existsSync(file)) closeSync(openSync(file, 'a'));
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const hint = 'Name another file, or make it writable.';
    throw new ConfigurationError(where, [{ where: file, wanted: 'a file that can be written', seen: code, hint }]);
  }
}

/** Makes a folder and those above it one by one: where no folder can be, Node's own recursion does not end. */
function make(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) make(dirname(folder));
  mkdirSync(folder);
}

/** Makes the folder that a run writes to. Throws ConfigurationError when it cannot be written, or holds an earlier run. */
function readyOut(out: string): void {
  const wanted = 'a folder that can be written';
  let problem: { wanted: string; seen: string; hint: string } | undefined;
  try {
    make(out);
    accessSync(out, constants.W_OK);
    if (readdirSync(out).length > 0)
      problem = { wanted: 'a new or empty folder', seen: 'one with files in it', hint: 'Name another, or empty it.' };
  } catch (error) {
    problem = { wanted, seen: (error as NodeJS.ErrnoException).code ?? String(error), hint: 'Name another folder.' };
  }
  if (problem) throw new ConfigurationError('--out', [{ where: out, ...problem }]);
}

/** Decides the folder that this run writes to, one of its own where none is given, and makes it; gives its whole path. Throws ConfigurationError. */
export function decideOut(given: string | undefined): string {
  if (given !== undefined) decide('ASSAY_OUT', given);
  const out = decide('ASSAY_OUT', resolve(decideRun().out));
  readyOut(out);
  return out;
}
