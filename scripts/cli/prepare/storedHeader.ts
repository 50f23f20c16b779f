import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { VerdictHeader } from '../../../judge/buildVerdict.ts';
import { isCount, textLike } from '../../../schemas/json/guards.ts';
import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import { runFilesOf } from '../../../traffic/journal/run.ts';
import { storedJson } from '../../../traffic/system/storedJson.ts';

/** What a later judgement says as the run itself did. */
type StoredHeader = Partial<Pick<VerdictHeader, 'again' | 'durationMs'>>;

/** Options that name a target, as `run` writes them. They are printed as a command to type, so nothing else may stand there. */
const isAgain = textLike(
  /^--(?:target|set) (?:[\w./@:=+-]+|'[^'\p{Cc}]*')(?: --(?:target|set) (?:[\w./@:=+-]+|'[^'\p{Cc}]*'))*$/u,
);

/** Stores the options that name the target of a run in its folder, for a later judgement of a run that was killed. */
export const keepAgain = (out: string, again: string): void => {
  if (again !== '') writeFileSync(runFilesOf(out).again, `${JSON.stringify({ again }, null, 1)}\n`);
};

function headerOf(value: Plain | undefined): StoredHeader {
  if (!isPlainObject(value)) return {};
  const { again, durationMs } = value;
  return {
    ...(isAgain(again) && { again: String(again) }),
    ...(isCount(durationMs) && { durationMs: Number(durationMs) }),
  };
}

/** Returns how a run names its target and how long it took, from the folder that its journal lies in; empty without a run of this version. */
export function storedHeader(journal: string): StoredHeader {
  const { again, verdict } = runFilesOf(dirname(journal));
  const written = storedJson(verdict);
  return { ...headerOf(storedJson(again)), ...headerOf(isPlainObject(written) ? written['header'] : undefined) };
}
