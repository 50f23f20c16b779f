import { createHash } from 'node:crypto';
import { decimal, isExactNumber } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { AssertionLine } from '../../traffic/journal/journalTypes.ts';
import { numberFor } from '../../traffic/journal/ownIds.ts';
import { field, grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
import { type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import { askAsAnother, mostForeign } from './readsOfAccount.ts';
import { sentIfLeft } from './sentIfLeft.ts';

/** The oracles that judge a request by itself, and whose result must be the same later. */
const lasting: ReadonlySet<string> = new Set(['accepted', 'acceptedLike', 'refused', 'rejected']);

const bundles = 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles';

/** The requirements of which a write, which costs no money, is sent again after a pause; each costs a POST. */
export const recalledWrites = ['AUT-05', 'AUT-03'] as const;

/** The pause after which each of them is sent again: the last one of hours, and a day. */
const pauseOfWrites = 5;

/** The requirements of which a refused read is sent again after each pause: sessions, and what is known of tokens, are what a pause makes a target forget. */
const guards = ['AUT-05', 'AUT-07', 'AUT-08', 'AUT-09'] as const;

/** The most reads of other requirements that are sent again after one pause. */
const mostOfOthers = 5;

/** The most reads that are sent again after one pause. */
export const mostRecalls = mostOfOthers + guards.length + mostForeign;

/** The most reads that are sent again after one pause in a run of these requirements. */
export const mostRecallsOf = (ids: readonly string[]): number =>
  Math.min(mostOfOthers, ids.length) +
  guards.filter((one) => ids.includes(one)).length +
  (ids.includes('AUT-09') ? mostForeign : 0);

/** A read, or a write that costs nothing, that can be sent again as a test sent it, and the requirement that it was sent for. */
interface Recallable {
  requirement: string;
  exchange: Exchange;
  plan: Plan;
  by: TargetCredential;
}

/** True if the journal has the body of a request as it was sent. */
const hasWholeBody = ({ line: { request } }: Exchange): boolean =>
  request.body?.text !== undefined &&
  createHash('sha256').update(request.body.text).digest('hex') === request.body.sha256;

/** The other operations that cost nothing even if a target takes a request that it must refuse. */
const freeOperations: ReadonlySet<string> = new Set([
  'POST /v1/user/payments/payin',
  'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
  'POST /v1/user/crypto-acquiring/{projectId}/requests',
]);

/** Fields whose values may be refused today and be right tomorrow: a time, and amounts that follow a rate. */
export const ofTheHour = ['expiresAt', 'amountIn', 'fixedAmount'];

/** True if a target must refuse a write at any time, since a test made it wrong, and if nothing is lost where it does not. */
function isRefusedForGood({ class: kind, line, sent }: Exchange): boolean {
  const amount = field(sent, 'amount');
  const isFree = freeOperations.has(line.operation ?? '') || (isExactNumber(amount) && !decimal(amount).gt(0));
  return (
    kind === 'refused' &&
    line.purpose === 'defect' &&
    isFree &&
    ofTheHour.every((name) => field(sent, name) === undefined)
  );
}

/** True for a request that can be sent again: a read, or a write that the journal has whole and that costs nothing. */
function isRepeatable(exchange: Exchange): boolean {
  const { operation, request } = exchange.line;
  if (operation?.startsWith('GET ')) return request.body === undefined;
  return hasWholeBody(exchange) && (operation === bundles || isRefusedForGood(exchange));
}

/** Returns the plan of a request, from its path; undefined if another plan would have that path, or if the request may cost something. */
function planOf(exchange: Exchange): Plan | undefined {
  const { operation, request } = exchange.line;
  if (operation === undefined || !isRepeatable(exchange)) return undefined;
  const [place = '', asked = ''] = request.path.split('?');
  const parts = place.split('/');
  const names = operation.slice(operation.indexOf(' ') + 1).split('/');
  const path = names.flatMap((name, at) =>
    name.startsWith('{') ? [[name.slice(1, -1), new URLSearchParams(`=${parts[at]}`).get('') ?? '']] : [],
  );
  const query = Object.fromEntries(new URLSearchParams(asked));
  const plan: Plan = { operation, path: Object.fromEntries(path), query, ...(request.body && { body: {} }) };
  return pathOf(plan) === request.path ? plan : undefined;
}

function recallable(
  record: RunRecord,
  credentials: readonly TargetCredential[],
  { requirement, oracle, args }: AssertionLine,
): Recallable[] {
  const id = (args as { exchange?: unknown }).exchange;
  if (!lasting.has(oracle) || typeof id !== 'string' || !record.has(id)) return [];
  const exchange = record.exchange(id);
  const { signature, account } = exchange.line.request;
  const by = credentials.find(({ label }) => label === signature.credential);
  const plan = planOf(exchange);
  const isOwn = by !== undefined && (account ?? credentials[0]?.label) === by.label;
  return plan && isOwn && !by.quota && signature.manner === undefined ? [{ requirement, exchange, plan, by }] : [];
}

/** Returns the item that a text draws; undefined of an empty list. */
export const oneOf = <Item>(text: string, all: readonly Item[]): Item | undefined =>
  all[numberFor(text, Math.max(1, all.length))];

const isRead = ({ plan }: Recallable): boolean => plan.operation.startsWith('GET ');

/** Returns the reads to send again after a pause: of every second operation one, for a requirement that the seed draws. */
function drawnReads(all: readonly Recallable[], { seed, nth }: { seed: number; nth: number }): Recallable[] {
  const operations = [...new Set(all.filter(isRead).map(({ plan }) => plan.operation))].sort();
  return operations
    .filter((_, at) => (at + nth) % 2 === 0)
    .slice(0, mostOfOthers)
    .flatMap((operation) => {
      const text = `${seed} recall ${nth} ${operation}`;
      const own = all.filter(({ plan }) => plan.operation === operation);
      const requirement = oneOf(text, [...new Set(own.map((one) => one.requirement))].sort());
      // Half of them are drawn among all, since one requirement may have tried dozens of ways, and others only one.
      const some = numberFor(`${text} among all`, 2) === 0 ? own : own.filter((one) => one.requirement === requirement);
      return oneOf(`${text} ${requirement}`, some) ?? [];
    });
}

/** Returns the refused reads of guards to send again after a pause, one of each. */
const drawnRefusals = (all: readonly Recallable[], { seed, nth }: { seed: number; nth: number }): Recallable[] =>
  guards.flatMap((guard) => {
    const own = all.filter((one) => isRead(one) && one.requirement === guard && one.exchange.class === 'refused');
    return oneOf(`${seed} recall ${nth} ${guard}`, own) ?? [];
  });

/** Returns the write to send again after a pause. */
function drawnWrites(all: readonly Recallable[], { seed, nth }: { seed: number; nth: number }): Recallable[] {
  const requirement = recalledWrites[nth - pauseOfWrites];
  const own = all.filter((one) => !isRead(one) && one.requirement === requirement);
  return [oneOf(`${seed} recall ${requirement}`, own) ?? []].flat();
}

/** What is sent again after pauses: requests by these credentials, and writes only if not `onlyReads`. */
export interface Recalls {
  credentials: readonly TargetCredential[];
  onlyReads?: boolean;
}

/** What the requests that are sent again need. */
export interface RecallParts {
  record: RunRecord;
  recalls: Recalls;
}

const allIn = ({ record, recalls: { credentials, onlyReads = false } }: RecallParts): Recallable[] =>
  record.assertions.flatMap((one) => recallable(record, credentials, one)).filter((one) => !onlyReads || isRead(one));

/** True if there is a request to send again. */
export const hasRecalls = (parts: RecallParts): boolean => allIn(parts).length > 0;

async function sendAgain(api: Api, { exchange, plan, by }: Recallable): Promise<void> {
  const { signature, body } = exchange.line.request;
  const purpose = exchange.line.purpose === 'defect' ? 'defect' : 'sweep';
  const text = body?.text;
  const how = {
    scheme: signature.scheme,
    ...(signature.fault && { fault: signature.fault }),
    ...(text !== undefined && { text: () => text }),
  };
  await sentIfLeft(api.as(by), plan, { ...how, purpose, recalls: exchange.id });
}

/**
 * Sends some requests of tests again, as they were sent: after a pause, a target must accept and refuse what it accepted and refused before. `judge` asks for each
 * assertion about such a request whether it holds of the later one too. Another account asks for what is not its own. These are the first requests after the pause, since caches and sessions are cold only once.
 */
export async function recall(api: Api, { nth, ...parts }: RecallParts & { nth: number }): Promise<void> {
  const [all, drawn] = [allIn(parts), { seed: parts.record.runs[0]?.seed ?? 0, nth }];
  const chosen = new Map(
    [...drawnWrites(all, drawn), ...drawnRefusals(all, drawn), ...drawnReads(all, drawn)].map((one) => [
      one.exchange,
      one,
    ]),
  );
  for (const one of chosen.values()) await sendAgain(api, one);
  const { credentials } = parts.recalls;
  await askAsAnother(api, parts.record, { credentials, text: `after pause ${nth}` });
}

/** Sends a write again that a test saw refused, of a requirement that a text draws: after a pause, too, it must be refused. */
export async function refuseAgain(api: Api, parts: RecallParts, text: string): Promise<void> {
  const refused = allIn(parts).filter((one) => !isRead(one) && one.exchange.class === 'refused');
  const requirement = oneOf(text, [...new Set(refused.map((one) => one.requirement))].sort());
  const one = oneOf(
    `${text} ${requirement}`,
    refused.filter((each) => each.requirement === requirement),
  );
  if (one) await sendAgain(api, one);
}

/** The most wrong ways to sign a read of which one is sent again at last. */
export const mostWaysRecalled = 60;

/** Sends a read again for each wrong way in which tests signed one: a target that has answered hundreds of requests, and slept for days, must still know each of them. */
export async function recallEachWay(api: Api, parts: RecallParts): Promise<void> {
  const wrong = allIn(parts).filter((one) => isRead(one) && one.exchange.line.request.signature.fault !== undefined);
  const wayOf = ({ exchange: { line } }: Recallable) =>
    `${line.request.signature.scheme} ${line.request.signature.fault}`;
  for (const [way, some] of [...grouped(wrong, wayOf)].slice(0, mostWaysRecalled)) {
    const one = oneOf(`${parts.record.runs[0]?.seed ?? 0} ${way}`, some);
    if (one) await sendAgain(api, one);
  }
}
