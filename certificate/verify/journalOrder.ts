import type { Line } from '../../traffic/journal/journalTypes.ts';
import { Refusal } from '../refusal.ts';
import { refuseOtherNumbers } from './journalIds.ts';
import type { PlacedLine } from './journalLines.ts';

/** When a line was written, by the clock of its run, ns; undefined for lines without a time. */
function writtenNs(line: Line): bigint | undefined {
  if (line.kind === 'exchange') return BigInt(line.receivedNs);
  if (line.kind === 'delivery') return BigInt(line.answeredNs);
  if (line.kind === 'lever' || line.kind === 'registration' || line.kind === 'swept') return BigInt(line.atNs);
  return line.kind === 'deaf' ? BigInt(line.untilNs) : undefined;
}

/** Two requests at once may be written in the other order than they were answered, if one answer takes long to read; never by this much. */
const slackNs = 5_000_000_000n;

/** Identifies a line that a journal can have only once; undefined for others. */
function onlyOnce(line: Line): string | undefined {
  if (line.kind === 'exchange' || line.kind === 'delivery') return `${line.kind} ${line.id}`;
  if (line.kind === 'end') return `the end of ${line.requirement}`;
  return line.kind === 'swept' ? 'the end of the final reads' : undefined;
}

const placeOf = ({ file, at }: PlacedLine) => `${file}:${at}`;

/** What a line says it is, for a sentence. */
const nameOf = (line: Line): string =>
  onlyOnce(line) ?? ('requirement' in line ? `a line of ${line.requirement}` : `a line of kind ${line.kind}`);

/** Refuses lines that are there twice. */
function refuseDoubled(lines: readonly PlacedLine[]): void {
  const seen = new Set<string>();
  for (const placed of lines) {
    const name = onlyOnce(placed.line);
    if (name === undefined) continue;
    if (seen.has(name)) throw new Refusal('doubledLine', { seen: name, where: placeOf(placed) });
    seen.add(name);
  }
}

/** Refuses assertions that are there twice, or are missing: the end of a test counts them. Those of other accounts can only add violations, and are not counted. */
function refuseMiscounted(lines: readonly PlacedLine[]): void {
  const counted = new Map<string, number>();
  for (const { line } of lines)
    if (line.kind === 'claim' && line.account === undefined)
      counted.set(line.requirement, (counted.get(line.requirement) ?? 0) + 1);
  for (const { line } of lines) {
    if (line.kind !== 'end') continue;
    const found = counted.get(line.requirement) ?? 0;
    if (found > line.claims)
      throw new Refusal('doubledLine', {
        seen: `${found} assertions of ${line.requirement}, and its test made ${line.claims}`,
        where: 'the journal',
      });
  }
}

/** A place in one file of a journal: the latest time so far, and the tests that have ended. */
interface Reached {
  latestNs: bigint;
  ended: Set<string>;
}

/** Refuses lines that stand after a later one, and lines of a test after its end. */
function refuseMoved(lines: readonly PlacedLine[]): void {
  const files = new Map<string, Reached>();
  for (const placed of lines) {
    const { line, file } = placed;
    const reached = files.get(file) ?? { latestNs: 0n, ended: new Set<string>() };
    files.set(file, reached);
    const ns = writtenNs(line);
    const isLate = ns !== undefined && ns + slackNs < reached.latestNs;
    const isAfterEnd = 'requirement' in line && reached.ended.has(line.requirement);
    if (isLate || isAfterEnd) throw new Refusal('movedLine', { seen: nameOf(line), where: placeOf(placed) });
    if (ns !== undefined && ns > reached.latestNs) reached.latestNs = ns;
    if (line.kind === 'end') reached.ended.add(line.requirement);
  }
}

/** Refuses a journal whose closing line is missing, or counts another number of lines. */
function refuseIncomplete(lines: readonly PlacedLine[]): void {
  const closing = lines.flatMap(({ line }) => (line.kind === 'closed' ? [line] : []));
  if (closing.length > 1) throw new Refusal('doubledClose', { seen: String(closing.length) });
  if (!closing[0]) throw new Refusal('notClosed');
  const others = lines.length - 1;
  if (closing[0].lines !== others)
    throw new Refusal('lostLines', { wanted: String(closing[0].lines), seen: String(others) });
}

/** Refuses a journal that contradicts itself: lines that are missing, doubled or out of order. Throws Refusal. */
export function refuseDisorder(lines: readonly PlacedLine[]): void {
  refuseDoubled(lines);
  refuseMiscounted(lines);
  refuseMoved(lines);
  refuseIncomplete(lines);
  refuseOtherNumbers(lines);
}
