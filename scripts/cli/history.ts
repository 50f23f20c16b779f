import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeHistory } from '../../reports/run/history/historyText.ts';
import { nightHistory } from '../../reports/run/history/nights.ts';
import { shellWord } from '../../reports/text/shell.ts';
import { readFailures } from '../../runner/baseline/failuresFile.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { variable } from '../../traffic/system/environment.ts';
import { isAddress } from '../../traffic/system/webAddress.ts';
import { stateFileOf } from '../../traffic/target/filesBeside.ts';

const subject = 'assay history';

const nobody = {
  where: '--target',
  wanted: 'the file or base address of a target',
  seen: 'none',
  hint: 'Name it: runs against the embedded emulator are not kept.',
};

/** Prints what the stored runs of a target say together; returns the exit code. Throws ConfigurationError if none is stored. */
export function history({ target, json }: { target?: string; json?: boolean }): number {
  const named = target ?? variable('ASSAY_TARGET');
  if (named === undefined) throw new ConfigurationError(subject, [nobody]);
  const file = stateFileOf(isAddress(named) ? named : resolve(named), 'failures');
  const { nights } = readFailures(file);
  if (nights.length === 0) {
    const hint = `Run npx assay run --target ${shellWord(named)}, and keep the folder of this file from night to night.`;
    const seen = existsSync(file) ? 'none' : 'no such file';
    throw new ConfigurationError(subject, [{ where: file, wanted: 'the runs against this target', seen, hint }]);
  }
  const all = nightHistory(nights);
  process.stdout.write(json ? `${JSON.stringify({ file, ...all }, null, 2)}\n` : `${file}\n${writeHistory(all)}`);
  return 0;
}
