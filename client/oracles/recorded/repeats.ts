import { faultResult, type OracleResult, toResult } from '../../../oracles/core/result.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { RequestLine } from '../../record/clientLines.ts';
import { idOf } from '../../record/repeatedId.ts';
import { earlyMs, endOf, hasFailed } from '../../record/requestEnd.ts';
import { clientFault, nameOfRequest } from '../oracle.ts';
import { type Follower, followersIn } from './followers.ts';

/** One request that looks like a repeat may be another test's; this many are none, if nothing of the kind follows a success. */
const leastAlike = 2;

/** A repeat this soon after a refusal that names no time did not wait. */
const atOnceMs = 50;

const alikeHint = 'a test may have sent both: give each test another amount or comment, and record again';

/** What is wrong with a request, if it is a repeat. */
interface Suspicion {
  code: 'clientRepeat' | 'clientHaste';
  wanted: string;
  seen: string;
  after: RequestLine;
}

const faultOf = ({ code, wanted, seen, after }: Suspicion): Fault =>
  clientFault(code, { wanted, seen, by: after, where: nameOfRequest(after) });

const unclearFault = ({ wanted, seen, after }: Suspicion): Fault =>
  clientFault('clientUnclear', { wanted, seen, by: after, where: `${nameOfRequest(after)}; ${alikeHint}` });

/**
 * Requests that are repeats, and those that look like it. `natural` is how often the same follows a success, which no client repeats; `spared` how often nothing
 * of the kind follows a failure of the same kind, after which a client that repeats would repeat.
 */
interface Suspicions {
  certain: readonly Suspicion[];
  apparent: readonly Suspicion[];
  natural: number;
  spared: number;
}

/** Decides about requests that look like repeats: two alike may also come from two tests. */
function decided(evidence: readonly RequestLine[], { certain, apparent, natural, spared }: Suspicions): OracleResult {
  const ids = evidence.map(({ id }) => id);
  if (certain.length > 0) return toResult(ids, certain.map(faultOf));
  const isClear = apparent.length >= leastAlike && natural === 0 && spared === 0;
  return toResult(ids, apparent.map(isClear ? faultOf : unclearFault));
}

/** The kinds of failures after which clients differ. */
const kindOf = ({ method, withheld, answer }: RequestLine) => `${method} ${withheld ?? answer?.status}`;

const isPost = ({ method }: RequestLine) => method === 'POST';

function repeatOf({ before, after }: Follower): Suspicion {
  const seen =
    idOf(after) === undefined
      ? `request ${before.id} again without one`
      : `the content of request ${before.id} again under another`;
  const wanted = 'a POST to be repeated with the same clientOrderId, or not at all';
  return { code: 'clientRepeat', wanted, seen, after };
}

/** Judges what follows POSTs that failed or were lost: each is repeated under its clientOrderId, or not at all. */
export function recordedRepeats(requests: readonly RequestLine[]): OracleResult {
  const posts = requests.filter(isPost);
  const failed = posts.filter(hasFailed);
  if (failed.length === 0)
    return faultResult({
      code: 'noEvidence',
      wanted: 'a POST that failed or was lost, so that repeats show (--disturb makes some fail)',
      exchanges: [],
    });
  const followers = followersIn(posts);
  const others = followers.filter(({ by }) => by === 'content');
  const suspects = others.filter(({ before }) => hasFailed(before));
  const kinds = new Set(suspects.map(({ before }) => kindOf(before)));
  const followed = new Set(followers.map(({ before }) => before));
  return decided(failed, {
    certain: [],
    apparent: suspects.map(repeatOf),
    natural: others.length - suspects.length,
    spared: failed.filter((one) => kinds.has(kindOf(one)) && !followed.has(one)).length,
  });
}

const isRefused = ({ answer }: RequestLine) => answer?.status === 429;

/** The time before which a refused request must not be sent again. */
const untilOf = (before: RequestLine) => before.answer?.retryAtMs ?? endOf(before) + atOnceMs;

const isHasty = ({ before, after }: Follower) => after.atMs < untilOf(before) - earlyMs;

function hasteOf({ before, after }: Follower): Suspicion {
  const names = before.answer?.retryAtMs !== undefined;
  const seen = names
    ? `a repeat ${Math.round(untilOf(before) - after.atMs)} ms before the end of it`
    : `a repeat after ${Math.round(after.atMs - endOf(before))} ms`;
  const wanted = names
    ? `nothing for as long as Retry-After of the answer to request ${before.id} says`
    : `a pause after the answer 429 to request ${before.id}`;
  return { code: 'clientHaste', wanted, seen, after };
}

/** How soon after a success the same request shows that tests send it often, ms: as long as the front's own refusals last. */
const soonMs = 1_000;

/** Judges the pace after answers 429: a repeat waits for as long as Retry-After says, or for a moment. */
export function recordedPace(requests: readonly RequestLine[]): OracleResult {
  const refused = requests.filter(isRefused);
  if (refused.length === 0)
    return faultResult({
      code: 'noEvidence',
      wanted: 'an answer 429, so that the pace after it shows (--disturb gives some)',
      exchanges: [],
    });
  const followers = followersIn(requests);
  const hasty = followers.filter((one) => isRefused(one.before) && isHasty(one));
  const isCertain = ({ before, by }: Follower) => by === 'id' && before.answer?.retryAtMs !== undefined;
  const suspects = hasty.filter((one) => !isCertain(one));
  const kinds = new Set(suspects.map(({ before }) => kindOf(before)));
  const followed = new Set(hasty.map(({ before }) => before));
  const natural = followers.filter(
    ({ before, after, by }) => by === 'content' && !hasFailed(before) && after.atMs < endOf(before) + soonMs,
  );
  return decided(refused, {
    certain: hasty.filter(isCertain).map(hasteOf),
    apparent: suspects.map(hasteOf),
    natural: natural.length,
    spared: refused.filter((one) => kinds.has(kindOf(one)) && !followed.has(one)).length,
  });
}
