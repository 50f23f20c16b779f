import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { hasOwnClock } from '../../../traffic/target/targetFacts.ts';
import { redactorFor } from '../../worker/worker.ts';
import { listenOn } from '../receiver/listenOn.ts';
import { isAttempt, Receiver } from '../receiver/receiver.ts';
import { baseFor } from '../receiver/registrationWays.ts';
import { secretsFor } from '../receiver/webhookSecrets.ts';
import type { Experiments } from './experiments.ts';
import { InboxLock } from './receiverLock.ts';
import { openExperiments } from './runExperiments.ts';

/** The target of an inbox, its output, and the signal that ends it. */
export interface InboxParts {
  target: Target;
  say(text: string): void;
  signal: AbortSignal;
}

const noPort = {
  where: 'webhook.listen.port',
  wanted: 'a port of its own, to which webhook.publicUrl leads',
  seen: 'none',
  hint: 'Name the port to which your tunnel leads.',
};

/** Returns where the webhooks of a target arrive, for runs and the inbox alike. Throws ConfigurationError if the target file does not say. */
function placeOf(target: Target): { own: string; listen: { host: string; port: number } } {
  const { listen } = target.webhook ?? {};
  const base = baseFor(target);
  if (!listen?.port || !base) throw new ConfigurationError('assay inbox', [noPort]);
  return { own: base.own, listen };
}

function receiverOf({ target, say }: InboxParts, experiments: Experiments): Receiver {
  const place = placeOf(target);
  const redactor = redactorFor(target, []);
  redactor.know({ label: 'path of webhooks', value: place.own.slice(1) });
  const receiver = new Receiver({
    ...place,
    prefix: `inbox-${Date.now().toString(36)}`,
    redactor,
    secrets: secretsFor(target, false),
    otherSecrets: target.credentials.map(({ secret }) => secret),
    hasOwnClock: hasOwnClock(target.facts),
    targetNow: () => experiments.targetNow,
    sourceHeader: target.webhook?.sourceHeader,
    arrived: (line) => experiments.take({ ...line, answered: 'closed' }),
    write: (line) => {
      if (line.kind !== 'delivery') return;
      if (isAttempt(line)) experiments.take(line);
      say(
        `${line.receivedAt} ${line.webhook ?? 'webhook'} ${line.request.body.bytes} bytes, answered ${JSON.stringify(line.answer)}`,
      );
    },
  });
  for (const { match, plan, seen } of experiments.plans()) receiver.plans.add({ text: match, plan }, seen);
  return receiver;
}

/** Listens until a run needs the receiver, or the signal comes. */
async function listen(parts: InboxParts, lock: InboxLock): Promise<void> {
  const { target, say, signal } = parts;
  const { experiments, lookAtClock, close } = await openExperiments(target, {
    run: 'inbox',
    file: target.experimentsFile,
  });
  const receiver = receiverOf(parts, experiments);
  try {
    await listenOn(receiver, placeOf(target).listen);
    experiments.listening();
    const { lastDueMs } = experiments;
    const due = lastDueMs === undefined ? '' : `, the last due ${new Date(lastDueMs).toISOString()}`;
    say(`listening on port ${receiver.port}; experiments open: ${experiments.all.length}${due}`);
    await lock.wanted(signal);
  } finally {
    await lookAtClock();
    await receiver.rest();
    close();
  }
}

/** Receives webhooks for the open experiments of a target while no run receives them, until the signal comes. Throws ConfigurationError. */
export async function runInbox(parts: InboxParts): Promise<void> {
  placeOf(parts.target);
  const lock = new InboxLock(parts.target.experimentsFile);
  while (await lock.take(parts.signal)) {
    try {
      await listen(parts, lock);
    } finally {
      lock.leave();
    }
    if (!parts.signal.aborted) parts.say('a run listens now; back when it is over');
  }
}
