import type { WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RegistrationLine } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { announcementOf } from './announcement.ts';

/** Returns the name of the clock of the shard that registered its receiver. Exchanges use the same names. */
const clockOf = ({ shard }: RegistrationLine) => (shard === undefined ? '' : `s${shard}`);

/** Returns the reason why webhooks of a kind cannot be judged: they are not sent to this run's receiver. */
export function notReceivedFault(kind?: WebhookKind): Fault {
  return {
    code: 'missing',
    wanted: `${kind ?? 'some'} webhooks delivered to this run`,
    hint: `the target file must name a test control API, a path under paths.webhooks, or the kinds that the dashboard sends (webhook.kinds)`,
    exchanges: [],
  };
}

/** True if webhooks of a kind were sent to this run's receiver at any time. */
function wasRegistered({ webhooks }: RunRecord, kind?: WebhookKind): boolean {
  return webhooks.registrations.some((one) => one.ok && !one.removed && (kind === undefined || one.webhook === kind));
}

const ofOneShard = 'only one shard receives webhooks, and it caused none that would show this';

/**
 * Returns the reason why webhooks of a kind may be missing: no webhooks of this kind are sent to this run's receiver, or the run has several shards and only
 * one of them receives webhooks.
 */
export const absenceFault =
  (kind?: WebhookKind) =>
  (record: RunRecord): Fault | undefined => {
    if (!wasRegistered(record, kind)) return notReceivedFault(kind);
    const isSharded = record.runs.some(({ selection }) => selection.shard !== undefined);
    return isSharded ? { code: 'notApplicable', reason: ofOneShard, exchanges: [] } : undefined;
  };

/**
 * True if webhooks of a kind were sent to this run's receiver when an exchange was sent, and have been since. Only registrations on the clock of the same shard
 * count.
 */
export function wasReceiving({ webhooks }: RunRecord, kind: WebhookKind, { clock, sentNs }: Exchange): boolean {
  const own = webhooks.registrations.filter((one) => one.webhook === kind && one.ok && clockOf(one) === clock);
  const before = own.filter(({ atNs }) => BigInt(atNs) <= sentNs);
  return before.length > 0 && !before.at(-1)?.removed;
}

/** Returns the reason why no webhook arrived of a kind that the operator has to set in the dashboard: it may not be set, or may go to another address. */
export function unsetFault(
  { webhooks }: RunRecord,
  kind: WebhookKind,
  exchanges: readonly string[],
): Fault | undefined {
  const own = webhooks.registrations.filter(({ webhook }) => webhook === kind);
  if (own.length === 0 || own.some(({ by }) => by !== 'operator')) return undefined;
  const hint = 'none came at all: check that the dashboard sends this webhook to <webhook.publicUrl>/<kind>';
  return { code: 'missing', wanted: `a ${kind} webhook`, hint, exchanges };
}

/** True for a delivery of this run. The times of an earlier run are on another clock. */
const isOfRun = ({ line }: Delivery) => line.run === undefined;

/**
 * Returns the secrets with which a delivery may be signed: those that were set when its record was created, or later; undefined is among them if the delivery
 * may be unsigned. Returns undefined instead of a set if an earlier run or somebody else may have set the secret.
 */
export function secretsFor(
  { webhooks }: RunRecord,
  delivery: Delivery,
  created: Exchange | undefined,
): ReadonlySet<number | undefined> | undefined {
  const { kind } = announcementOf(delivery);
  const all = webhooks.registrations.filter(({ webhook }) => webhook === kind);
  if (all.length > 0 && all.every(({ by }) => by === 'operator')) return new Set(all.map(({ secret }) => secret));
  if (!created || !isOfRun(delivery)) return undefined;
  const own = all.filter((one) => clockOf(one) === created.clock && BigInt(one.askedNs) <= delivery.receivedNs);
  const settled = own.findLastIndex(({ ok, atNs }) => ok && BigInt(atNs) <= created.sentNs);
  const may = settled < 0 ? [] : own.slice(settled);
  // A target may keep the secret that it has if its own API gets an address without any.
  if (may.length === 0 || may.some(({ by, secret }) => by === 'api' && secret === undefined)) return undefined;
  return new Set(may.map(({ secret }) => secret));
}
