import { hasClientJournal } from '../../client/record/clientJournal.ts';
import { Journal } from '../../traffic/journal/journal.ts';
import { mergeShards } from '../../traffic/journal/mergeShards.ts';
import { runFilesOf, select } from '../../traffic/journal/run.ts';
import { rejudgeClient } from './client.ts';
import { copyEarlier, type EarlierOptions, failuresBefore, keepEarlier } from './prepare/earlierFailures.ts';
import { prepareOutput } from './prepare/prepareTarget.ts';
import { storedHeader } from './prepare/storedHeader.ts';
import { openStoredJournal } from './prepare/storedJournal.ts';
import { type ReportOptions, runInto } from './session/runSession.ts';

/** Joins the journals of all shards of a run and judges every requirement once over them; returns the exit code. */
export async function merge(places: readonly string[], options: ReportOptions & EarlierOptions): Promise<number> {
  const before = failuresBefore(options);
  const stored = await Promise.all(places.map(async (place) => ({ place, ...(await openStoredJournal(place)) })));
  const { shards, selection } = mergeShards(stored);
  select(selection);
  const out = prepareOutput(options.out);
  const { journal } = runFilesOf(out);
  for (const { run, lines } of shards) {
    const shardJournal = new Journal(journal, `shard-${run.selection.shard?.index}`);
    for (const line of lines) shardJournal.write(line);
    shardJournal.close();
  }
  keepEarlier(out, before);
  const [again] = stored.flatMap(({ folder }) => storedHeader(folder).again ?? []);
  return runInto(out, options, { ASSAY_OFFLINE: journal, ASSAY_AGAIN: again ?? '' });
}

/** Judges a stored journal again, without traffic; returns the exit code. */
export async function judge(journal: string, options: ReportOptions & EarlierOptions): Promise<number> {
  if (hasClientJournal(journal)) return rejudgeClient(journal, options);
  const { folder, run } = await openStoredJournal(journal);
  select(run.selection);
  const before = failuresBefore(options);
  const out = prepareOutput(options.out);
  if (before) keepEarlier(out, before);
  else copyEarlier(folder, out);
  return runInto(out, options, { ASSAY_OFFLINE: folder, ASSAY_AGAIN: storedHeader(folder).again ?? '' });
}
