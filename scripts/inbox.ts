import { resolve } from 'node:path';
import { runInbox as listenFor } from '../harness/experiments/inbox.ts';
import { variable } from '../harness/targets/environment.ts';
import { decideOverrides, overridesFrom } from '../harness/targets/overrides.ts';
import { ConfigurationError } from '../harness/targets/problem.ts';
import { prepareTarget } from './ready.ts';
import { say } from './say.ts';
import { interruptSignal } from './stopping.ts';

/** The options of `assay inbox`. */
export interface InboxOptions {
  target?: string;
  set?: readonly string[];
}

const nobody = {
  where: '--target',
  wanted: 'the file of a target whose webhooks are to be received',
  seen: 'none',
  hint: 'Name it.',
};

/** Receives webhooks between runs, until SIGINT or SIGTERM; gives the exit code. */
export async function inbox({ target: named, set = [] }: InboxOptions): Promise<number> {
  const given = named ?? variable('ASSAY_TARGET');
  if (given === undefined) throw new ConfigurationError('assay inbox', [nobody]);
  const place = resolve(given);
  decideOverrides(overridesFrom(set, place));
  const target = await prepareTarget(place);
  const { signal } = interruptSignal();
  await listenFor({ target, say, signal });
  return 0;
}
