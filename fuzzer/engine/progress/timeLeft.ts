import type { Budget } from '../budget/remainingBudget.ts';
import type { Spent } from '../budget/requestMeter.ts';

/** How far a campaign is: what it has spent, of that what one before it had, and how long it took itself. */
export interface CampaignPace {
  spent: Spent;
  before: Spent;
  elapsedMs: number;
}

/** Requests a second. */
export function requestRate({ spent, before, elapsedMs }: CampaignPace): number {
  const sent = spent.posts + spent.gets - before.posts - before.gets;
  return Math.round((sent * 1000) / Math.max(1, elapsedMs));
}

const isLimit = (count: number | undefined): count is number => count !== undefined;

/** How long it will take, ms, by the part of the budget that is spent first; undefined where nothing is limited, or nothing was sent yet. */
function leftMs({ elapsedMs, spent, before }: CampaignPace, { minutes, ...most }: Budget): number | undefined {
  const by = (kind: 'posts' | 'gets') => {
    const [done, of] = [spent[kind] - before[kind], most[kind]];
    return of === undefined || done === 0 ? undefined : (elapsedMs / done) * (of - spent[kind]);
  };
  const byTime = minutes === undefined ? undefined : minutes * 60_000 - elapsedMs;
  const all = [by('posts'), by('gets'), byTime].filter(isLimit);
  return all.length === 0 ? undefined : Math.max(0, Math.min(...all));
}

/** How long it will take, in words; nothing where nobody can say. */
export function timeLeftWords(pace: CampaignPace, budget: Budget): string[] {
  const ms = leftMs(pace, budget);
  if (ms === undefined) return [];
  return [ms >= 60_000 ? `about ${Math.ceil(ms / 60_000)} min left` : 'less than a minute left'];
}
