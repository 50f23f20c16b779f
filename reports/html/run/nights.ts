import type { FailureHistory, Night } from '../../../judge/failureHistory.ts';
import { html, type Markup } from '../page/markup.ts';
import { day, type Tone } from '../page/parts.ts';

/** The most nights that are shown. */
const most = 30;

const bar = (tone: Tone, isTonight = false) => html`<i class="${tone}${isTonight ? ' tonight' : ''}"></i>`;

/** Says in how many of the runs before something failed. */
function failedWords(failed: number, of: number): string {
  if (of === 1) return `${failed === 0 ? 'did not fail' : 'failed'} in the one run before this one`;
  if (failed === 0) return `did not fail in the ${of} runs before this one`;
  return `failed in ${failed === of ? `all ${of}` : `${failed} of the ${of}`} runs before this one`;
}

/** Shows in which of the last nights a requirement failed; the last bar is this run. Undefined if there were no nights before. */
export function nightsOf(
  id: string,
  { history, fails }: { history: FailureHistory | undefined; fails: boolean },
): Markup | undefined {
  const nights = history?.nights.slice(-most) ?? [];
  if (nights.length === 0) return undefined;
  const failed = nights.filter((night) => night.failed.includes(id)).length;
  const words = failedWords(failed, nights.length);
  return html`<p class="note"><span class="nights" role="img" aria-label="${words}">${nights.map((night) =>
    bar(night.failed.includes(id) ? 'bad' : 'good'),
  )}${bar(fails ? 'bad' : 'good', true)}</span> ${words}, which is outlined</p>`;
}

const row = ({ run, startedAt, profile, exit, failed }: Night) =>
  html`<tr><td class="id">${day(startedAt)}</td><td class="wide">${run}</td><td>${profile}</td><td class="number">${exit}</td><td class="title">${
    failed.length > 0 ? failed.slice(0, 20).join(' ') : 'none'
  }${failed.length > 20 && ` and ${failed.length - 20} more`}</td></tr>`;

/** Lists the last runs, the newest first; undefined if there were none. */
export function nightTable(history: FailureHistory | undefined): Markup | undefined {
  const nights = history?.nights.slice(-most) ?? [];
  if (nights.length === 0) return undefined;
  return html`<h3>Runs before</h3><div class="card scroll" tabindex="0" role="group" aria-label="runs before"><table class="stack"><thead><tr><th>Day</th><th>Run</th><th>Profile</th><th class="number">Exit</th><th>Failed</th></tr></thead><tbody>${nights
    .toReversed()
    .map(row)}</tbody></table></div>`;
}
