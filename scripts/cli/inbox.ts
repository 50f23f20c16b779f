import { openStateFolder } from '../../runner/baseline/stateFolder.ts';
import { runInbox as listenFor } from '../../runner/webhooks/experiments/inbox.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { isAddress } from '../../traffic/system/webAddress.ts';
import { decideOverrides, overridesFrom } from '../../traffic/target/file/overrides.ts';
import { readTarget } from '../../traffic/target/target.ts';
import { namedTarget, placeOf } from './prepare/namedTarget.ts';
import { prepareTarget } from './prepare/prepareTarget.ts';
import { interruptSignal } from './process/interrupt.ts';
import { say } from './process/say.ts';

/** The options of `assay inbox`. */
export interface InboxOptions {
  target?: string;
  set?: readonly string[];
}

const wanted = 'the file of a target that sends webhooks';
const hint = 'Name the file, or write one with assay init.';

/** Receives webhooks between runs, until SIGINT or SIGTERM; returns the exit code. */
export async function inbox({ target: named, set = [] }: InboxOptions): Promise<number> {
  const given = namedTarget(named);
  if (given === undefined || isAddress(given))
    throw new ConfigurationError('assay inbox', [{ where: '--target', wanted, seen: given ?? 'none', hint }]);
  const place = placeOf(given);
  decideOverrides(overridesFrom(set, place));
  await prepareTarget(place);
  openStateFolder(place);
  const target = readTarget(place);
  const { signal } = interruptSignal();
  await listenFor({ target, say, signal });
  return 0;
}
