import { forecastLine } from '../../../reports/run/plan/forecast.ts';
import type { Forecast } from '../../../runner/selection/forecast.ts';
import type { Target } from '../../../traffic/target/target.ts';
import type { CertifyOptions, CertifyPlan } from './certifyOptions.ts';
import { minutesFor } from './minutes.ts';

/** For each POST a campaign may send as many GETs. */
const getsPerPost = 30;

function campaignWords({ posts }: CertifyPlan, { money }: CertifyOptions, target: Target): string {
  if (posts === 0) return 'campaign: none; the certificate will say so';
  const minutes = minutesFor(posts, target);
  const most = minutes < 1 ? '' : `, about ${Math.ceil(minutes)} minutes by the quota`;
  const isReal = target.kind !== 'emulator';
  const limit = isReal
    ? 'at most twenty of the smallest orders of each currency and pair; --money sets another limit'
    : 'no limit, since none of it is real here';
  return `campaign: at most ${posts} POST, ${posts * getsPerPost} GET${most}; money: ${money ?? limit}`;
}

/** Returns the requests, minutes and money of everything that a certificate needs, a line each. */
export function planLines(
  plan: CertifyPlan,
  options: CertifyOptions,
  { foretold, target }: { foretold: Forecast; target: Target },
): string[] {
  const minutes = foretold.minutes + minutesFor(plan.posts, target);
  return [
    `a ${plan.level} certificate of ${target.baseUrl}, valid for ${plan.days} days`,
    `run (${plan.profile} profile): ${forecastLine(foretold)}`,
    campaignWords(plan, options, target),
    `in all: at most ${foretold.posts + plan.posts} POST, about ${Math.max(1, Math.ceil(minutes))} minutes`,
  ];
}
