import { checkoutLifecycle, paymentLifecycle, requestLifecycle } from '../../schemas/lifecycles.ts';
import { field, grouped, type RunRecord } from '../record.ts';
import type { AcquiringSighting } from './acquired.ts';
import { type Step, stepsIn } from './history.ts';
import { historiesOf } from './lifecycle.ts';
import { livesOf } from './lives.ts';

/** A move that our reads saw, or that an earlier run did, of one kind of record. */
export interface Seen extends Step {
  kind: 'payment' | 'checkout' | 'request';
}

const states: Readonly<Record<Seen['kind'], readonly string[]>> = {
  payment: paymentLifecycle.states,
  checkout: checkoutLifecycle.states,
  request: requestLifecycle.states,
};

const kinds = ['payment', 'checkout', 'request'] as const;

/** Under what the moves from a status are pinned. */
export function movesFrom({ kind, from }: Pick<Seen, 'kind' | 'from'>): string {
  return `${kind} from ${from}`;
}

/** The moves that earlier runs have pinned. */
function movesPinned(record: RunRecord, kind: Seen['kind']): Seen[] {
  const pins = record.runs[0]?.pins?.['LIF-16'] ?? {};
  return states[kind].flatMap((from) =>
    (pins[movesFrom({ kind, from })] ?? '')
      .split(', ')
      .flatMap((to) => (to ? [{ kind, from, to, exchanges: [] }] : [])),
  );
}

/** A checkout that has no request was in none of the statuses between NEW and its end. */
const isUnlinked = ({ value }: AcquiringSighting) => field(value, 'request') === undefined;

function stepsOf(record: RunRecord, kind: Seen['kind']): Step[] {
  if (kind === 'payment') return historiesOf(record).flatMap(({ sightings }) => stepsIn(sightings, () => false));
  const isWhole = kind === 'checkout' ? isUnlinked : () => false;
  const lives = livesOf(record).filter((life) => life.kind === kind);
  return lives.flatMap(({ sightings }) => stepsIn(sightings, isWhole));
}

/** True where a way of two other moves or more leads from one status to another. */
function isExplained({ from, to }: Step, all: readonly Step[]): boolean {
  const next = (state: string) => all.filter((one) => one.from === state).map((one) => one.to);
  const reached = new Set<string>();
  const open = next(from).filter((state) => state !== to && state !== from);
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    if (next(state).includes(to)) return true;
    open.push(...next(state).filter((one) => one !== from));
  }
  return false;
}

function movesOf(record: RunRecord, kind: Seen['kind']): Seen[] {
  const seen = stepsOf(record, kind).map((step): Seen => ({ kind, ...step }));
  const pinned = movesPinned(record, kind);
  const all = [...seen, ...pinned];
  const single = seen.filter((move) => move.isWhole || !isExplained(move, all));
  // A move that this run happened not to see is no change: only a new one is.
  const evidence = grouped(seen, ({ from }) => from);
  const known = pinned.flatMap((move) => {
    const exchanges = evidence.get(move.from)?.flatMap((one) => one.exchanges);
    return exchanges ? [{ ...move, exchanges }] : [];
  });
  return [...single, ...known];
}

/** The moves that successive reads of one view saw (LIF-16): those that others explain were several of which reads missed the middle. */
export function movesSeen(record: RunRecord): Seen[] {
  return kinds.flatMap((kind) => movesOf(record, kind));
}
