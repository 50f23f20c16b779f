import { existsSync } from 'node:fs';
import { journalContract } from '../target/targetContract.ts';
import { readJournal } from './journal.ts';
import { RunRecord } from './runRecord.ts';

/** Reads the record of a journal folder as it is; that of a run which has written nothing is empty. */
export async function openRecord(journal: string): Promise<RunRecord> {
  const lines = existsSync(journal) ? readJournal(journal) : [];
  const start = lines.find((line) => line.kind === 'run');
  return new RunRecord(await journalContract(start?.target.contract), lines);
}
