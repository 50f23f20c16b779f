import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { uriEncoded } from '../../../schemas/json/uriEncoding.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import type { Paths } from '../../../traffic/target/file/targetFile.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';

/** Reads of checkouts and requests, at the paths that the target file names. */
export interface ReadBacks {
  /** True if the target file names a path to read records of this kind. */
  has(kind: ReadBack): boolean;
  /** Reads the record with this id once; stops the test if there is no path for it. */
  read(kind: ReadBack, of: { project: string; id: string }): Promise<Exchange>;
  /** Reads the record until it has one of these statuses or the deadline, ms, has passed; returns the last read. */
  until(kind: ReadBack, of: { project: string; id: string }, end: Awaited): Promise<Exchange>;
}

/** The expected statuses, and how long to wait for them. */
interface Awaited {
  statuses: readonly string[];
  deadlineMs: number;
}

/** Returns the path to read a checkout or a request; undefined if the target file names none. */
export function readBackPath(paths: Paths, kind: ReadBack, { project, id }: { project: string; id: string }) {
  return paths[kind]?.replace('{projectId}', uriEncoded(project)).replace(`{${kind}Id}`, uriEncoded(id));
}

/** Returns the tool with which one requirement reads checkouts and requests. */
export function readBacksOf({ target }: Worker, api: Api, log: AssertionLog): ReadBacks {
  const look: ReadBacks['read'] = (kind, of) => {
    const hint = `the target file names none under paths.${kind}`;
    const path =
      readBackPath(target.paths, kind, of) ??
      log.stop({ code: 'missing', wanted: `a path to read a ${kind} back`, hint, exchanges: [] });
    return api.send(read.methods(), { path, readBack: kind, purpose: 'look' });
  };
  return {
    has: (kind) => target.paths[kind] !== undefined,
    read: look,
    until: async (kind, of, { statuses, deadlineMs }) => {
      let last: Exchange | undefined;
      const isThere = () => statuses.includes(textField(last?.json, 'status') ?? '');
      const again = async () => {
        last = await look(kind, of);
      };
      await api.until(again, isThere, deadlineMs);
      return last ?? look(kind, of);
    },
  };
}
