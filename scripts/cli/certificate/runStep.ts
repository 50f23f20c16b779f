import { entryCommand } from '../../../schemas/packageRoot.ts';
import { runNode } from '../process/childProcess.ts';

/** What a command decides for the processes of its own run; another run decides anew. */
const ofOneRun = [
  'ASSAY_RUN',
  'ASSAY_SEED',
  'ASSAY_ID_KEY',
  'ASSAY_OUT',
  'ASSAY_TARGET',
  'ASSAY_SET',
  'ASSAY_SELECTION',
  'ASSAY_OFFLINE',
  'ASSAY_COLLECTS',
] as const;

/**
 * Runs a command of Assay in the caller's folder as a process of its own, bound to a challenge if there is one; returns its exit code. What it prints as its
 * result goes to the file `results`, if one is named.
 */
export function runStep(
  words: readonly string[],
  { challenge, results }: { challenge?: string | undefined; results?: string } = {},
): Promise<number> {
  const env = Object.fromEntries(ofOneRun.map((name) => [name, undefined]));
  return runNode([...entryCommand('scripts/assay.ts'), ...words], {
    folder: process.cwd(),
    env: { ...env, ASSAY_CHALLENGE: challenge },
    ...(results !== undefined && { results }),
  });
}
