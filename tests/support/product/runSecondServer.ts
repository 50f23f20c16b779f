import type { Outcome } from '../../../traffic/outcome/outcome.ts';
import { assayInto, verdictIn } from './assayCommand.ts';
import { startSecond } from './startEmulator.ts';

/** Outcomes of a run that found no fault and left nothing open. */
const well: ReadonlySet<Outcome> = new Set(['pass', 'learned', 'not applicable', 'deferred', 'not selected']);

/** The exit code of a run against the second server, and the requirements that it violated or left open, each with its outcome. */
export interface SecondRun {
  code: number | null;
  complaints: readonly string[];
}

/** Starts the second server in an empty folder and runs a profile against it. */
export async function runSecond(folder: string, words: readonly string[]): Promise<SecondRun> {
  const server = await startSecond(folder);
  try {
    const { out, code } = await assayInto('out', ['run', '--target', server.targetFile, ...words], { folder });
    const { requirements } = verdictIn(out);
    const others = requirements.filter(({ outcome }) => !well.has(outcome));
    return { code, complaints: others.map(({ id, outcome }) => `${id} ${outcome}`) };
  } finally {
    await server.stop();
  }
}

/** Starts the second server in an empty folder and fuzzes it; returns the exit code and the requirements that the campaign found violated. */
export async function fuzzSecond(folder: string, words: readonly string[]): Promise<SecondRun> {
  const server = await startSecond(folder);
  try {
    const { stdout, code } = await assayInto('out', ['fuzz', '--target', server.targetFile, ...words, '--json'], {
      folder,
    });
    const { findings } = JSON.parse(stdout) as { findings: readonly { requirement: string }[] };
    return { code, complaints: findings.map(({ requirement }) => requirement) };
  } finally {
    await server.stop();
  }
}
