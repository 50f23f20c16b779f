import { resolve } from 'node:path';
import { openStateFolder } from '../../runner/baseline/stateFolder.ts';
import { runInbox as listenFor } from '../../runner/webhooks/experiments/inbox.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { variable } from '../../traffic/system/environment.ts';
import { decideOverrides, overridesFrom } from '../../traffic/target/file/overrides.ts';
import { readTarget } from '../../traffic/target/target.ts';
import { prepareTarget } from './prepare/prepareTarget.ts';
import { interruptSignal } from './process/interrupt.ts';
import { say } from './process/say.ts';

/** The options of `assay inbox`. */
export interface InboxOptions {
  target?: string;
  set?: readonly string[];
}

const nobody = {
  where: '--target',
  wanted: 'the file of a target that sends webhooks',
  seen: 'none',
  hint: 'Name it.',
};

/** Receives webhooks between runs, until SIGINT or SIGTERM; returns the exit code. */
export async function inbox({ target: named, set = [] }: InboxOptions): Promise<number> {
  const given = named ?? variable('ASSAY_TARGET');
  if (given === undefined) throw new ConfigurationError('assay inbox', [nobody]);
  const place = resolve(given);
  decideOverrides(overridesFrom(set, place));
  await prepareTarget(place);
  openStateFolder(place);
  const target = readTarget(place);
  const { signal } = interruptSignal();
  await listenFor({ target, say, signal });
  return 0;
}
