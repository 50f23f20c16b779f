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

/** A stored journal: its folder, its lines, and the first of them. */
export interface StoredJournal {
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
  await journalContract(contract);
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
async function refuseUnreadable({ folder, run, lines }: StoredJournal): Promise<void> {
  const record = new RunRecord(await journalContract(run.target.contract), lines);
  const claims = lines.filter((line) => line.kind === 'claim');
  const flaws = assertionProblems(record, claims);
  const at = flaws.findIndex((flaw) => flaw !== undefined);
  const claim = claims[at];
  if (!claim) return;
  const found = `${JSON.stringify(claim.args).slice(0, 60)} of ${claim.requirement} (${flaws[at]})`;
  throw unjudgeableLine(folder, lines.indexOf(claim), `wanted args that ${claim.oracle} can judge, found ${found}`);
}

/** Finds a stored journal by its own path or that of its run. Throws for what is no journal, or none that can be judged. */
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
  const seen = folder ? 'one without the line that says what run it is of' : 'nothing there';
  const hint = 'It is called journal in the folder of the run.';
  throw new ConfigurationError('assay judge', [{ where: place, wanted: 'the journal of a run', seen, hint }]);
}
