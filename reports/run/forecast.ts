import type { Forecast } from '../../runner/selection/forecast.ts';
import { amountWords, outlayWords } from '../text/quantities.ts';

const times = (minutes: number) => (minutes < 1 ? 'less than a minute' : `about ${minutes.toFixed(1)} minutes`);

/**
 * Counts the time in windows. One round of the rate-limit test takes six windows, and the test adds a round if a round does not show the kind of the limiter.
 */
const usedUpWords = ({ label, quota: { post, get, windowMs } }: NonNullable<Forecast['usesUp']>) =>
  `; meanwhile uses up the account ${label}, ${post} POST and ${get} GET in ${windowMs / 1000} s, for six windows or more`;

/** Writes a forecast in one line: the requests that a run will send to its target. */
export function forecastLine({ posts, gets, minutes, usesUp, ...outlay }: Forecast): string {
  const cost = `${posts} POST, ${gets} GET, ${times(minutes)}`;
  return `plan: ${cost}; ${outlayWords(outlay)}${usesUp ? usedUpWords(usesUp) : ''}`;
}

/** Writes a forecast as a table with a line for each section; amounts are those of the emulator's methods. */
export function writeForecast(forecast: Forecast): string {
  const rows = forecast.sections.map(({ section, requirements, posts, gets, takes }) =>
    [
      section.padEnd(8),
      String(requirements || '').padStart(12),
      String(posts).padStart(6),
      String(gets).padStart(6),
      `  ${amountWords(takes)}`,
    ].join(''),
  );
  return [
    `${'section'.padEnd(8)}${'requirements'.padStart(12)}${'POST'.padStart(6)}${'GET'.padStart(6)}  balance`,
    ...rows,
    '',
    forecastLine(forecast),
    'As on the embedded emulator: shared requests are sent once for all, and pay-outs use the smallest amount that a method accepts. Second uses of an id and races count',
    'as if all of them were created; an order whose answer is lost is searched for, and never sent again.',
    '',
  ].join('\n');
}
