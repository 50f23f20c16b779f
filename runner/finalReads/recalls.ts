import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { AssertionLine } from '../../traffic/journal/journalTypes.ts';
import { numberFor } from '../../traffic/journal/ownIds.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
import { type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';

/** The oracles that judge a read by itself, and whose result must be the same later. */
const lasting: ReadonlySet<string> = new Set(['accepted', 'refused', 'rejected']);

/** The most reads that are sent again after one pause. */
export const mostRecalls = 6;

/** A read of a test that can be sent again as it was, and the requirement that it was sent for. */
interface Recallable {
  requirement: string;
  exchange: Exchange;
  plan: Plan;
  by: TargetCredential;
}

/** Returns the plan of a read, from its path; undefined if another plan would have that path. */
function planOf({ line: { operation, request } }: Exchange): Plan | undefined {
  if (operation === undefined || !operation.startsWith('GET ') || request.body) return undefined;
  const [place = '', asked = ''] = request.path.split('?');
  const parts = place.split('/');
  const names = operation.slice(operation.indexOf(' ') + 1).split('/');
  const path = names.flatMap((name, at) =>
    name.startsWith('{') ? [[name.slice(1, -1), new URLSearchParams(`=${parts[at]}`).get('') ?? '']] : [],
  );
  const query = Object.fromEntries(new URLSearchParams(asked));
  const plan: Plan = { operation, path: Object.fromEntries(path), query };
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

const oneOf = <Item>(text: string, all: readonly Item[]): Item | undefined =>
  all[numberFor(text, Math.max(1, all.length))];

/** Returns the reads to send again after a pause: of every second operation one, for a requirement that the seed draws. */
function drawnFor(all: readonly Recallable[], { seed, nth }: { seed: number; nth: number }): Recallable[] {
  const operations = [...new Set(all.map(({ plan }) => plan.operation))].sort();
  return operations
    .filter((_, at) => (at + nth) % 2 === 0)
    .slice(0, mostRecalls)
    .flatMap((operation) => {
      const text = `${seed} recall ${nth} ${operation}`;
      const own = all.filter(({ plan }) => plan.operation === operation);
      const requirement = oneOf(text, [...new Set(own.map((one) => one.requirement))].sort());
      return (
        oneOf(
          `${text} ${requirement}`,
          own.filter((one) => one.requirement === requirement),
        ) ?? []
      );
    });
}

/** What the reads that are sent again need. */
export interface RecallParts {
  record: RunRecord;
  credentials: readonly TargetCredential[];
}

const allIn = ({ record, credentials }: RecallParts): Recallable[] =>
  record.assertions.flatMap((one) => recallable(record, credentials, one));

/** True if there is a read to send again. */
export const hasRecalls = (parts: RecallParts): boolean => allIn(parts).length > 0;

/**
 * Sends some reads of tests again, as they were sent: after a pause, a target must accept and refuse what it accepted and refused before. `judge` asks for each
 * assertion about such a read whether it holds of the later one too. These are the first reads after the pause, since caches and sessions are cold only once.
 */
export async function recall(api: Api, { nth, ...parts }: RecallParts & { nth: number }): Promise<void> {
  const { runs } = parts.record;
  for (const { exchange, plan, by } of drawnFor(allIn(parts), { seed: runs[0]?.seed ?? 0, nth })) {
    const { signature } = exchange.line.request;
    const purpose = exchange.line.purpose === 'defect' ? 'defect' : 'sweep';
    const how = { scheme: signature.scheme, ...(signature.fault && { fault: signature.fault }) };
    await api.as(by).send(plan, { ...how, purpose, recalls: exchange.id });
  }
}
