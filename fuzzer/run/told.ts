import type { Budget, State } from './plan.ts';

const share = (part: number, whole: number | undefined) => (whole === undefined ? String(part) : `${part} of ${whole}`);

const isLimit = (count: number | undefined): count is number => count !== undefined;

/** How long it will take, ms, by the part of the budget that is spent first; undefined where nothing is limited, or nothing was sent yet. */
function leftMs({ elapsedMs, spent }: State, { posts, gets, minutes }: Budget): number | undefined {
  const by = (done: number, of: number | undefined) =>
    of === undefined || done === 0 ? undefined : (elapsedMs / done) * (of - done);
  const byTime = minutes === undefined ? undefined : minutes * 60_000 - elapsedMs;
  const all = [by(spent.posts, posts), by(spent.gets, gets), byTime].filter(isLimit);
  return all.length === 0 ? undefined : Math.max(0, Math.min(...all));
}

function left(state: State, budget: Budget): string[] {
  const ms = leftMs(state, budget);
  if (ms === undefined) return [];
  return [ms >= 60_000 ? `about ${Math.ceil(ms / 60_000)} min left` : 'less than a minute left'];
}

/** How far a campaign is, in one line: what it spent, its rate, what it has touched and found, how long it will take. */
export function progressLine(state: State, budget: Budget): string {
  const { spent, cases, elapsedMs, coverage, findings } = state;
  const rate = Math.round(((spent.posts + spent.gets) * 1000) / Math.max(1, elapsedMs));
  return [
    `${share(spent.posts, budget.posts)} POST, ${share(spent.gets, budget.gets)} GET (${rate}/s)`,
    `${cases} cases`,
    `${coverage.evidenced.size} requirements`,
    `${findings} findings`,
    ...left(state, budget),
  ].join(', ');
}
