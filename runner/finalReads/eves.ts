import { type OpenEnd, openEndsIn } from '../../oracles/acquiring/lifecycle/expiry.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Paths } from '../../traffic/target/file/targetFile.ts';
import type { Api } from '../worker/api.ts';
import type { Advance } from '../worker/controlActions.ts';
import { readOwn, readsBack } from './ownRecords.ts';

/** A checkout or a request is read this long before its end, ms. */
const eveMs = 20_000;

/** Those that end within so much time are read together, ms, so that each is read in the last minute before its end: one that ends a minute early shows. */
const togetherMs = 30_000;

/** The ends that come first, if the first of them comes within `ms`. */
function nextEnds(ends: readonly OpenEnd[], ms: number): { inMs: number; ids: readonly string[] } | undefined {
  const first = ends.reduce((least, { leftMs }) => Math.min(least, leftMs), Number.POSITIVE_INFINITY);
  if (first - eveMs > ms) return undefined;
  const ids = ends.flatMap(({ id, leftMs }) => (leftMs <= first + togetherMs ? [id] : []));
  return { inMs: Math.max(0, first - eveMs), ids };
}

/**
 * Returns a way to move the target's clock that stops shortly before each end of an own checkout or request that is on the way, and reads what is about to end.
 * The whole time passes after the last of these reads.
 */
export function stoppingAtEves(
  api: Api,
  { record, paths, advance }: { record: RunRecord; paths: Paths; advance: Advance },
): Advance {
  const seen = new Set<string>();
  return async (ms) => {
    for (;;) {
      const own = new Map(readsBack(record, paths).map((one) => [one.id, one]));
      const ends = openEndsIn(record).filter(({ id }) => own.has(id) && !seen.has(id));
      const next = nextEnds(ends, ms);
      if (!next) return advance(ms);
      for (const id of next.ids) seen.add(id);
      if (!(await advance(next.inMs))) return false;
      for (const id of next.ids) {
        const one = own.get(id);
        if (one) await readOwn(api, one);
      }
    }
  };
}
