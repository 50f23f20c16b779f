import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { exchangeLine, recordOf, runLine, type SampleExchange } from './records.ts';

/** What the final reads did at one moment: a control action, and the reads after it. */
export interface SampleMoment {
  what: string;
  args: object;
  reads: readonly SampleExchange[];
  /** The balances after it. */
  balances: Readonly<Record<string, number>>;
  /** Further exchanges and control actions of the same time. */
  beside?: readonly SampleExchange[];
  levers?: readonly Line[];
}

/** The seconds of a sample moment. */
const momentS = 60;

/** The Date header of an answer, by the seconds since the start of the sample run. */
const dateOf = (second: number) => [
  ['date', new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toUTCString()] as const,
  ['content-type', 'application/json'] as const,
];

const balancesAt = (figures: Readonly<Record<string, number>>, second: number): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  purpose: 'sweep',
  headers: dateOf(second),
  answer: Object.entries(figures).map(([currency, balance]) => ({ currency, balance })),
  atMs: second * 1_000,
});

/** What came before the final reads of a sample run, the balances at their beginning, and what its target file says besides. */
interface SampleStart {
  before: readonly SampleExchange[];
  /** The control actions before them. */
  earlier?: readonly Line[];
  first: Readonly<Record<string, number>>;
  target?: Readonly<Partial<(typeof runLine)['target']>>;
}

/** Returns the record of a run whose final reads met these moments, one a minute. */
export async function quietRecord(
  { before, earlier = [], first, target }: SampleStart,
  ...moments: readonly SampleMoment[]
) {
  const nsAt = (second: number) => String(BigInt(second) * 1_000_000_000n);
  const tale: SampleExchange[] = [...before, balancesAt(first, momentS)];
  const actions: Line[] = [...earlier];
  for (const [nth, { what, args, reads, balances, beside = [], levers = [] }] of moments.entries()) {
    const start = momentS * (nth + 1);
    const times = { askedNs: nsAt(start + 5), atNs: nsAt(start + 6) };
    actions.push({ kind: 'lever', requirement: 'sweep', what, args, ok: true, ...times });
    actions.push(...levers.map((one) => ({ ...one, ...times })));
    for (const one of beside) tale.push({ ...one, atMs: (start + 10) * 1_000 });
    for (const one of reads) tale.push({ purpose: 'sweep', ...one, atMs: (start + 50) * 1_000 });
    tale.push(balancesAt(balances, start + momentS));
  }
  const lines = tale.map((one, nth) => exchangeLine(`p0-${nth + 1}`, one));
  return recordOf([{ ...runLine, target: { ...runLine.target, ...target } }, ...lines, ...actions]);
}
