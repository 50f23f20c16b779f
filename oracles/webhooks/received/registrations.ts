import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RegistrationLine } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { WebhookKind } from '../../../traffic/target/file/targetFile.ts';
import { announcementOf } from './announcement.ts';

/** The clock of the shard whose receiver a registration names, as exchanges name it. */
const clockOf = ({ shard }: RegistrationLine) => (shard === undefined ? '' : `s${shard}`);

/** What stands in the way of judging webhooks of a kind that are sent nowhere that we can hear. */
export function notReceivedFault(kind?: WebhookKind): Fault {
  return {
    code: 'missing',
    wanted: `${kind ?? 'some'} webhooks delivered to us`,
    hint: `the target file names no door to register them, none under paths.webhooks, and not those of webhook.kinds`,
    exchanges: [],
  };
}

/** True where webhooks of a kind were sent to us at any time of the run. */
function isHeard({ webhooks }: RunRecord, kind?: WebhookKind): boolean {
  return webhooks.registrations.some((one) => one.ok && !one.removed && (kind === undefined || one.webhook === kind));
}

const ofOneShard = 'webhooks are heard by one shard, which has caused none that would show it';

/** Why nothing need be there of a kind: nothing is sent to us, or only what one of several shards causes is heard. */
export const absenceFault =
  (kind?: WebhookKind) =>
  (record: RunRecord): Fault | undefined => {
    if (!isHeard(record, kind)) return notReceivedFault(kind);
    const isSharded = record.runs.some(({ selection }) => selection.shard !== undefined);
    return isSharded ? { code: 'notApplicable', reason: ofOneShard, exchanges: [] } : undefined;
  };

/** True where webhooks of a kind were sent to us when this was sent, by the clock of the same shard, and ever after. */
export function wasReceiving({ webhooks }: RunRecord, kind: WebhookKind, { clock, sentNs }: Exchange): boolean {
  const own = webhooks.registrations.filter((one) => one.webhook === kind && one.ok && clockOf(one) === clock);
  const before = own.filter(({ atNs }) => BigInt(atNs) <= sentNs);
  return before.length > 0 && !before.at(-1)?.removed;
}

/** What stands in the way where none of a kind came that we did not set ourselves: perhaps it was never set, or goes elsewhere. */
export function unsetFault(
  { webhooks }: RunRecord,
  kind: WebhookKind,
  exchanges: readonly string[],
): Fault | undefined {
  const own = webhooks.registrations.filter(({ webhook }) => webhook === kind);
  if (own.length === 0 || own.some(({ by }) => by !== 'operator')) return undefined;
  const hint = 'none of them came at all: is this webhook set in the dashboard, to <webhook.publicUrl>/<kind>?';
  return { code: 'missing', wanted: `a ${kind} webhook`, hint, exchanges };
}

/** Two receivers' times are of one clock, or of none where a delivery is of an earlier run. */
const isOfRun = ({ line }: Delivery) => line.run === undefined;

/**
 * By which secrets a delivery may be signed, none among them where it may be without: those that were set when what it tells of was
 * made, or later. Undefined where an earlier run or somebody else may have set what signs it.
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
  return settled < 0 ? undefined : new Set(own.slice(settled).map(({ secret }) => secret));
}
