import { factsAs } from '../target/participants.ts';
import type { AssertionLine, ExchangeLine, Line } from './journalTypes.ts';
import { RunRecord } from './runRecord.ts';

function asMain({ request: { account: _, ...request }, ...line }: ExchangeLine): ExchangeLine {
  return { ...line, request };
}

/**
 * Writes a line of an account that takes part as if it were the account under test; in the journal the line names the account. Combinations and shared control
 * requests are counted for the account under test alone. Returns the line for the account's own record.
 */
export function writeAs(account: string, line: Line, keep: (line: Line) => Line): Line {
  if (line.kind === 'cells' || line.kind === 'control') return line;
  if (line.kind === 'claim') {
    keep({ ...line, account });
    return line;
  }
  if (line.kind !== 'exchange') return keep(line);
  const stored = keep({ ...line, request: { ...line.request, account } });
  return stored.kind === 'exchange' ? asMain(stored) : stored;
}

const known = new WeakMap<RunRecord, Map<string, { lines: number; own: RunRecord }>>();

function made(record: RunRecord, label: string): RunRecord {
  const claims = record.assertionsOfOthers.filter(({ account }) => account === label);
  const takesPart = participantsIn(record).includes(label);
  const sent = [...record.byId.values()].filter(({ line }) => line.request.account === label);
  const lines: Line[] = [
    ...record.runs.map((run) => ({ ...run, target: factsAs(run.target, label) })),
    // What a quota refuses is left out: the run knows that of the account under test alone.
    ...sent.filter(({ isMute }) => takesPart || !isMute).map(({ line }) => asMain(line)),
    ...claims.map(({ account: _, ...claim }): AssertionLine => claim),
    ...record.controlActions,
  ];
  // Nobody reads in the end what became of the records of an account that does not take part.
  if (record.hasFinalReads && takesPart) lines.push({ kind: 'swept', atNs: '0', lines: lines.length });
  const own = new RunRecord(record.contract, lines);
  own.live = record.live;
  own.halt = record.halt;
  return own;
}

/** Returns the part of a record that belongs to another account, as if it were the account under test. */
export function recordAs(record: RunRecord, label: string): RunRecord {
  const byLabel = known.get(record) ?? new Map<string, { lines: number; own: RunRecord }>();
  known.set(record, byLabel);
  const last = byLabel.get(label);
  if (last?.lines === record.lines) return last.own;
  const own = made(record, label);
  byLabel.set(label, { lines: record.lines, own });
  return own;
}

/** The labels of the other accounts that took part in a run. */
export const participantsIn = (record: RunRecord): readonly string[] => [
  ...new Set(record.runs.flatMap(({ selection }) => Object.keys(selection.asOthers ?? {}))),
];

/** The labels of all accounts but the one under test that sent requests in a run, whether or not they took part. */
export const othersIn = ({ exchanges }: RunRecord): readonly string[] => [
  ...new Set(exchanges.flatMap(({ line }) => line.request.account ?? [])),
];
