import type { RequestLine } from '../../record/clientLines.ts';
import { idMembers, idOf, membersOf } from '../../record/repeatedId.ts';
import { endOf } from '../../record/requestEnd.ts';

/** Returns what a request asks for, without the id that a repeat may change by mistake. */
function contentOf(request: RequestLine): string {
  const members = membersOf(request);
  const body = members
    ? JSON.stringify(Object.entries(members).filter(([name]) => !idMembers.includes(name)))
    : request.body.sha256;
  return `${request.method} ${request.path} ${body}`;
}

/** The same request again, and how it is known: by its id, or only by its content, which two tests may share. */
export interface Follower {
  before: RequestLine;
  after: RequestLine;
  by: 'id' | 'content';
}

/** A request that is more than this later is no repeat, ms. */
const longestMs = 60_000;

/** Finds for each request the next one that may be its repeat. */
export function followersIn(requests: readonly RequestLine[]): Follower[] {
  const byContent = new Map<string, RequestLine[]>();
  for (const one of requests) byContent.set(contentOf(one), [...(byContent.get(contentOf(one)) ?? []), one]);
  return requests.flatMap((before) => {
    const end = endOf(before);
    const id = idOf(before);
    const later = (byContent.get(contentOf(before)) ?? []).filter(
      (one) => one !== before && one.atMs >= end && one.atMs < end + longestMs,
    );
    const same = id === undefined ? undefined : later.find((one) => idOf(one) === id);
    const after = same ?? later[0];
    return after ? [{ before, after, by: same ? 'id' : 'content' }] : [];
  });
}
