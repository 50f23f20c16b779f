import type { Amounts, Outlay } from '../../runner/selection/outlay.ts';

/** Writes milliseconds as minutes and seconds. */
export const minutesAndSeconds = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

/** Writes amounts in words. */
export const amountWords = (amounts: Amounts): string =>
  Object.entries(amounts)
    .map(([name, amount]) => `${amount} ${name}`)
    .join(', ') || 'none';

/** Writes the most that orders move, in words. */
export function outlayWords({ takes, exchanges }: Outlay): string {
  const exchanged = Object.keys(exchanges).length > 0 ? `; exchanges: ${amountWords(exchanges)}` : '';
  return `takes from the balance: ${amountWords(takes)}${exchanged}`;
}
