import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assertionProblems } from '../../../judge/judge.ts';
import { oracles } from '../../../oracles/registry.ts';
import { readJournal, unjudgeableLine } from '../../../traffic/journal/journal.ts';
import type { Line, RunLine } from '../../../traffic/journal/journalTypes.ts';
import { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { journalContract } from '../../../traffic/target/targetContract.ts';
import { isFolder } from './prepareTarget.ts';

/** A stored journal: its folder, its run line, and all its lines. */
export interface StoredJournal {
  folder: string;
  run: RunLine;
  lines: readonly Line[];
}

/** Loads the contract that a journal names; a path that is no regular file is not opened. Throws ConfigurationError, ContractError. */
async function readyContract(place: string, contract: string): Promise<void> {
  const hint = 'Restore the contract by which the run was judged.';
  if (existsSync(contract) && !statSync(contract).isFile())
    throw new ConfigurationError('assay judge', [
      { where: place, wanted: 'a contract', seen: `no file at ${contract}`, hint },
    ]);
  await journalContract(contract);
}

/** Checks that every assertion of a journal names a known oracle. Throws ConfigurationError. */
function refuseUnknown(place: string, lines: readonly Line[]): void {
  const unknown = lines.find((line) => line.kind === 'claim' && !Object.hasOwn(oracles, line.oracle));
  if (unknown?.kind !== 'claim') return;
  const seen = `an assertion of ${unknown.requirement} by ${unknown.oracle}`;
  const hint = 'Judge it with the version that made the run.';
  throw new ConfigurationError('assay judge', [
    { where: place, wanted: 'assertions that this version can judge', seen, hint },
  ]);
}

/** Checks that the oracles can read the assertions of a journal. Throws JournalError for the first one that they cannot read. */
async function refuseUnreadable({ folder, run, lines }: StoredJournal): Promise<void> {
  const record = new RunRecord(await journalContract(run.target.contract), lines);
  const assertions = lines.filter((line) => line.kind === 'claim');
  const assertionFaults = assertionProblems(record, assertions);
  const at = assertionFaults.findIndex((fault) => fault !== undefined);
  const assertion = assertions[at];
  if (!assertion) return;
  const got = `${JSON.stringify(assertion.args).slice(0, 60)} of ${assertion.requirement} (${assertionFaults[at]})`;
  throw unjudgeableLine(
    folder,
    lines.indexOf(assertion),
    `expected args that ${assertion.oracle} can judge, got ${got}`,
  );
}

/** Finds a stored journal by its own path or by the path of its run. Throws if there is no journal, or if the journal cannot be judged. */
export async function openStoredJournal(place: string): Promise<StoredJournal> {
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
  const there = existsSync(place) ? (isFolder(place) ? 'a folder without one' : 'a file') : 'nothing there';
  const seen = folder ? 'a journal without its run line' : there;
  const hint = 'It is the folder called journal in the folder of the run.';
  throw new ConfigurationError('assay judge', [{ where: place, wanted: 'the journal of a run', seen, hint }]);
}
