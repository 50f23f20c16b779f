import { joined } from '../harness/join.ts';
import { Journal } from '../harness/journal.ts';
import { placesOf, select } from '../harness/run.ts';
import { decideOut } from './ready.ts';
import { type JudgeOptions, runInto } from './session.ts';
import { readyJournal } from './storedJournal.ts';

/** Joins the journals of all shards of a run and judges every requirement once over them; gives the exit code. */
export async function merge(places: readonly string[], options: JudgeOptions): Promise<number> {
  const stored = await Promise.all(places.map(async (place) => ({ place, ...(await readyJournal(place)) })));
  const { shards, selection } = joined(stored);
  select(selection);
  const out = decideOut(options.out);
  const { journal } = placesOf(out);
  for (const { run, lines } of shards) {
    const kept = new Journal(journal, `shard-${run.selection.shard?.index}`);
    for (const line of lines) kept.write(line);
    kept.close();
  }
  return runInto(out, options, { ASSAY_OFFLINE: journal });
}

/** Judges a stored journal again, without traffic; gives the exit code. */
export async function judge(journal: string, options: JudgeOptions): Promise<number> {
  const { folder, run } = await readyJournal(journal);
  select(run.selection);
  return runInto(decideOut(options.out), options, { ASSAY_OFFLINE: folder });
}
