import type { Forecast } from '../../runner/selection/forecast.ts';
import { amountWords, outlayWords } from '../text/quantities.ts';

const times = (minutes: number) => (minutes < 1 ? 'less than a minute' : `about ${minutes.toFixed(1)} minutes`);

/** Told in windows: one round of using up takes six, and a limiter whose kind it does not tell another one. */
const usedUpWords = ({ label, quota: { post, get, windowMs } }: NonNullable<Forecast['usesUp']>) =>
  `; meanwhile uses up the account ${label}, ${post} POST and ${get} GET in ${windowMs / 1000} s, for six windows or more`;

/** A forecast in one line: what a run will ask of its target. */
export function forecastLine({ posts, gets, minutes, usesUp, ...outlay }: Forecast): string {
  const cost = `${posts} POST, ${gets} GET, ${times(minutes)}`;
  return `plan: ${cost}; ${outlayWords(outlay)}${usesUp ? usedUpWords(usesUp) : ''}`;
}

/** A forecast as a table, a line for each section; amounts are those of the emulator's methods. */
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
    'As on the embedded emulator: shared is sent once for all, pay-outs are of the smallest amount that a method takes. Second uses of an id and races count',
    'as if all of them were made; an order whose answer is lost is looked for, and never sent again.',
    '',
  ].join('\n');
}
