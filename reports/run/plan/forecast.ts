import type { Forecast } from '../../../runner/selection/forecast.ts';
import { amountWords, outlayWords } from '../../text/quantities.ts';

const times = (minutes: number) => (minutes < 1 ? 'less than a minute' : `about ${minutes.toFixed(1)} minutes`);

/**
 * Counts the time in windows. One round of the rate-limit test takes six windows, and the test adds a round if a round does not show the kind of the limiter.
 */
const usedUpWords = ({ label, quota: { post, get, windowMs } }: NonNullable<Forecast['usesUp']>) =>
  `; meanwhile uses up the quota of the account named ${label}, ${post} POST and ${get} GET in ${windowMs / 1000} s, for six windows or more`;

/** Says what a run moves, or for another target than the emulator what its figures rest on. */
const movedWords = ({ basis, takes, exchanges }: Forecast) =>
  takes && exchanges
    ? outlayWords({ takes, exchanges })
    : `counted on ${basis}; amounts follow from the lists of the target`;

/** Writes a forecast in one line: the requests that a run will send to its target. */
export function forecastLine(forecast: Forecast): string {
  const { posts, gets, minutes, usesUp } = forecast;
  const cost = `${posts} POST, ${gets} GET, ${times(minutes)}`;
  return `plan: ${cost}; ${movedWords(forecast)}${usesUp ? usedUpWords(usesUp) : ''}`;
}

/** What the figures for another target rest on. */
const estimateWords = ({ basis }: Forecast) => [
  `The requests are those of the same run on ${basis}. A target with more methods, pairs or projects, or one that answers later, gets more; one with fewer`,
  'gets fewer. A pay-out takes the minimum of its method on the target and a quarter more; docs/judging-a-server.md says when a run pays out more. Nothing',
  'was asked of the target, so no amounts are printed.',
];

const basisWords = [
  'Shared requests are sent once for all, and pay-outs use the smallest amount that a method accepts. Second uses of an id and races count as if all of them were',
  'created; an order whose answer is lost is searched for, and never sent again. An exchange whose effect on the balances cannot be told, because somebody else',
  'moves them or the target does nothing, is sent again at most twice. The pairs to exchange are those of seed 1; another seed draws others, for the same shares',
  'of the balance and of the limits. Where the clock of the target may be moved, a pay-in, a pay-out and an exchange order of the run are sent once more after',
  'days, under their ids.',
];

/** Writes a forecast as a table with a line for each section; only for the embedded emulator with amounts. */
export function writeForecast(forecast: Forecast): string {
  const rows = forecast.sections.map(({ section, requirements, posts, gets, takes }) =>
    [
      section.padEnd(8),
      String(requirements || '').padStart(12),
      String(posts).padStart(6),
      String(gets).padStart(6),
      takes ? `  ${amountWords(takes)}` : '',
    ].join(''),
  );
  return [
    `${'section'.padEnd(8)}${'requirements'.padStart(12)}${'POST'.padStart(6)}${'GET'.padStart(6)}${forecast.takes ? '  balance' : ''}`,
    ...rows,
    '',
    forecastLine(forecast),
    ...(forecast.takes ? basisWords : estimateWords(forecast)),
    '',
  ].join('\n');
}
