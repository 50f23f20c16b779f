import { openEndsIn } from '../../oracles/acquiring/lifecycle/expiry.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Paths } from '../../traffic/target/file/targetFile.ts';
import type { Api } from '../worker/api.ts';
import type { Advance } from '../worker/controlActions.ts';
import { isOpen, readOwn, readsBack } from './ownRecords.ts';

/** A checkout or a request is read this long before its end, ms. */
const eveMs = 20_000;

/** Those whose times are so near are read together, ms, so that each is read in the last minute before its end: one that ends a minute early shows. */
const togetherMs = 30_000;

/** A checkout or a request is read so long after it must have ended, ms: one that ends an hour late shows. */
const afterMs = 5_000;

/** A time at which the clock stops, in ms from now, and what is read then. */
interface Stop {
  inMs: number;
  ids: readonly string[];
}

/** Returns the first times of a list as one stop; undefined if none comes within `ms`. */
function firstStop(times: ReadonlyMap<string, number>, ms: number, at: 'the first' | 'the last'): Stop | undefined {
  const first = Math.min(...times.values());
  if (first > ms) return undefined;
  const near = [...times].filter(([, inMs]) => inMs <= first + togetherMs);
  const inMs = at === 'the first' ? first : Math.max(...near.map(([, time]) => time));
  return { inMs: Math.max(0, inMs), ids: near.map(([id]) => id) };
}

/**
 * Returns a way to move the target's clock that stops shortly before each end of an own checkout or request that is on the way, and shortly after it must have
 * ended, and reads what is about to end, or has. The whole time passes after the last of these reads.
 */
export function stoppingAtEnds(
  api: Api,
  { record, paths, advance }: { record: RunRecord; paths: Paths; advance: Advance },
): Advance {
  const seen = new Set<string>();
  const mornings = new Map<string, number>();
  const pass = async (ms: number) => {
    for (const [id, inMs] of mornings) mornings.set(id, inMs - ms);
    return advance(ms);
  };
  return async (ms) => {
    for (;;) {
      const own = new Map(readsBack(record, paths).map((one) => [one.id, one]));
      const ends = openEndsIn(record).filter(({ id }) => own.has(id) && !seen.has(id));
      const eve = firstStop(new Map(ends.map(({ id, leftMs }) => [id, leftMs - eveMs])), ms, 'the first');
      const morning = firstStop(mornings, ms, 'the last');
      const next = eve && morning ? (eve.inMs <= morning.inMs ? eve : morning) : (eve ?? morning);
      if (!next) return pass(ms);
      for (const { id, overMs } of ends)
        if (next === eve && next.ids.includes(id)) {
          seen.add(id);
          mornings.set(id, overMs + afterMs);
        }
      if (!(await pass(next.inMs))) return false;
      for (const id of next.ids) {
        if (next === morning) mornings.delete(id);
        const one = own.get(id);
        if (one && isOpen(record, one)) await readOwn(api, one);
      }
    }
  };
}
