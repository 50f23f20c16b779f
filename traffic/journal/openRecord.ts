import { existsSync } from 'node:fs';
import { journalContract } from '../target/targetContract.ts';
import { readJournal } from './journal.ts';
import { RunRecord } from './runRecord.ts';

/** Reads the run record of a journal folder; it is empty if the run has written nothing. */
export async function openRecord(journal: string): Promise<RunRecord> {
  const lines = existsSync(journal) ? readJournal(journal) : [];
  const start = lines.find((line) => line.kind === 'run');
  return new RunRecord(await journalContract(start?.target.contract), lines);
}
