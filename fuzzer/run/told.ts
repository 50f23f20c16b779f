import type { Finding } from '../findings/finding.ts';
import type { Budget, State } from './campaign.ts';

const share = (part: number, whole: number | undefined) => (whole === undefined ? String(part) : `${part} of ${whole}`);

/** Milliseconds as minutes and seconds. */
const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

function left({ elapsedMs, spent }: State, { posts, minutes }: Budget): string[] {
  const byPosts = posts === undefined || spent.posts === 0 ? [] : [(elapsedMs / spent.posts) * (posts - spent.posts)];
  const byTime = minutes === undefined ? [] : [minutes * 60_000 - elapsedMs];
  const all = [...byPosts, ...byTime];
  return all.length === 0 ? [] : [`about ${clock(Math.max(0, Math.min(...all)))} left`];
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

/** What a campaign has left, for a terminal. */
export function writeCampaign(state: State, findings: readonly Finding[], seed: number): string {
  const { broken, spent, cases, elapsedMs, coverage } = state;
  const lines = [...broken.values()].map(
    ({ requirement, outcome, wanted, seen, posts }) =>
      `${requirement.id}  ${outcome}  ${requirement.title}\n    wanted  ${wanted}\n    seen    ${seen}\n    after   ${posts} POST`,
  );
  const told = `seed ${seed}: ${cases} cases, ${spent.posts} POST, ${spent.gets} GET in ${clock(elapsedMs)}, ${coverage.evidenced.size} requirements evidenced, ${findings.length} findings`;
  return `${[...lines, told].join('\n')}\n`;
}
