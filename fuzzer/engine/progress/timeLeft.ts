import type { Budget } from '../budget/remainingBudget.ts';
import type { Spent } from '../budget/requestMeter.ts';

/** The pace of a campaign: its cost, the part of this cost that an earlier campaign had already spent, and its own running time. */
export interface CampaignPace {
  spent: Spent;
  before: Spent;
  elapsedMs: number;
}

/** Returns the requests per second. */
export function requestRate({ spent, before, elapsedMs }: CampaignPace): number {
  const sent = spent.posts + spent.gets - before.posts - before.gets;
  return Math.round((sent * 1000) / Math.max(1, elapsedMs));
}

const isLimit = (count: number | undefined): count is number => count !== undefined;

/** Returns the remaining time, ms, by the limit that is reached first; undefined if nothing is limited, or nothing was sent yet. */
function leftMs({ elapsedMs, spent, before }: CampaignPace, { minutes, ...most }: Budget): number | undefined {
  const by = (kind: 'posts' | 'gets') => {
    const [done, of] = [spent[kind] - before[kind], most[kind]];
    return of === undefined || done === 0 ? undefined : (elapsedMs / done) * (of - spent[kind]);
  };
  const byTime = minutes === undefined ? undefined : minutes * 60_000 - elapsedMs;
  const all = [by('posts'), by('gets'), byTime].filter(isLimit);
  return all.length === 0 ? undefined : Math.max(0, Math.min(...all));
}

/** Returns the per cent of the time that have passed; empty if it cannot be estimated. */
export function shareWords(pace: CampaignPace, budget: Budget): string[] {
  const ms = leftMs(pace, budget);
  return ms === undefined ? [] : [`${Math.floor((100 * pace.elapsedMs) / Math.max(1, pace.elapsedMs + ms))} %`];
}

/** Returns the remaining time in words; empty if it cannot be estimated. */
export function timeLeftWords(pace: CampaignPace, budget: Budget): string[] {
  const ms = leftMs(pace, budget);
  if (ms === undefined) return [];
  return [ms >= 60_000 ? `about ${Math.ceil(ms / 60_000)} min left` : 'less than a minute left'];
}
