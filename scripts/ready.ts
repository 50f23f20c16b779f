import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { contractFor, contractNamed } from '../harness/contracts.ts';
import { readJournal } from '../harness/journal.ts';
import type { RunLine } from '../harness/lines.ts';
import { readTarget } from '../harness/target.ts';
import { ConfigurationError } from '../harness/targets/problem.ts';

/** A run makes pay-outs: throws ConfigurationError for a target that its own file calls production, ContractError for a contract that is none. */
export async function readyTarget(place: string): Promise<void> {
  const { facts, contract } = readTarget(place);
  if (facts.kind === 'production') {
    const wanted = 'a target where pay-outs move no real money';
    const hint = 'Judge its sandbox, which has the same contract.';
    throw new ConfigurationError(place, [{ where: '/kind', wanted, seen: 'production', hint }]);
  }
  if (contract !== undefined) await contractFor(contract);
}

const isFolder = (place: string) => existsSync(place) && statSync(place).isDirectory();

/** A stored journal: its folder, and what its run was asked for. */
export interface Stored {
  folder: string;
  only: RunLine['only'];
}

/** Finds a stored journal by its own path or that of its run. Throws for what is no journal, or none that can be judged. */
export async function readyJournal(place: string): Promise<Stored> {
  const folder = [join(resolve(place), 'journal'), resolve(place)].find(
    (one) => isFolder(one) && readdirSync(one).some((name) => name.endsWith('.ndjson')),
  );
  const start = folder && readJournal(folder).find((line): line is RunLine => line.kind === 'run');
  if (folder && start) {
    if (start.target.contract !== 'own') await contractNamed(start.target.contract);
    return { folder, only: start.only };
  }
  const seen = folder ? 'one without the line that says what run it is of' : 'nothing there';
  const hint = 'It is called journal in the folder of the run.';
  throw new ConfigurationError('assay judge', [{ where: place, wanted: 'the journal of a run', seen, hint }]);
}

/** Makes a folder and those above it one by one: where no folder can be, Node's own recursion does not end. */
function make(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) make(dirname(folder));
  mkdirSync(folder);
}

/** Makes the folder that a run writes to. Throws ConfigurationError when it cannot be written, or holds an earlier run. */
export function readyOut(out: string): void {
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
