import type { ExchangeLine, Line } from '../../traffic/journal/journalTypes.ts';
import { bundleFolders } from '../bundle/bundleFiles.ts';
import { Refusal } from '../refusal.ts';
import type { PlacedLine } from './journalLines.ts';

/** What is sent for no requirement, and therefore has no end. */
const withoutTest: ReadonlySet<string> = new Set(['preflight', 'webhooks']);

const placeOf = ({ file, at }: PlacedLine) => `${file}:${at}`;

/** The name of a file of a journal: that of the worker or of the receiver that wrote it. */
const writerOf = ({ file }: PlacedLine): string => file.slice(bundleFolders.journal.length + 1, -'.ndjson'.length);

/** True if the writer of a file gives such ids: a worker counts requests and visits of pages, a receiver the deliveries at each of its ports. */
const isOwnId: Partial<Record<Line['kind'], (id: string, writer: string) => boolean>> = {
  exchange: (id, writer) => new RegExp(`^${writer}-[1-9]\\d*$`).test(id),
  delivery: (id, writer) => new RegExp(`^${writer}\\d*-[1-9]\\d*$`).test(id),
  page: (id, writer) => new RegExp(`^${writer}-v[1-9]\\d*$`).test(id),
};

/** Refuses lines that another worker or receiver wrote than the one of the file in which they stand. */
function refuseOtherFiles(lines: readonly PlacedLine[]): void {
  for (const placed of lines) {
    const { line } = placed;
    const isOwn = isOwnId[line.kind];
    if (isOwn && 'id' in line && !isOwn(line.id, writerOf(placed).replace(/[^\w-]/g, '\\$&')))
      throw new Refusal('otherFile', { seen: `${line.kind} ${line.id}`, where: placeOf(placed) });
  }
}

/** The parts of an id: what its writer puts before each, and the number. */
function countedId(id: string): [prefix: string, nth: number] {
  const cut = id.lastIndexOf('-');
  return [id.slice(0, cut), Number(id.slice(cut + 1))];
}

/**
 * Refuses a journal in which a number of a request or of a delivery is missing. Each gets a line: what a worker did not finish it writes as a failure, and a run that
 * lost a worker is judged by nobody, since its test ended in an error of the suite.
 */
function refuseGaps(lines: readonly PlacedLine[]): void {
  const numbers = new Map<string, Set<number>>();
  for (const { line } of lines) {
    if (line.kind !== 'exchange' && line.kind !== 'delivery') continue;
    const [prefix, nth] = countedId(line.id);
    const seen = numbers.get(`${line.kind} ${prefix}`) ?? new Set();
    numbers.set(`${line.kind} ${prefix}`, seen.add(nth));
  }
  for (const [name, seen] of numbers)
    for (let nth = 1; nth <= seen.size; nth += 1)
      if (!seen.has(nth)) throw new Refusal('missingLine', { where: `${name}-${nth}` });
}

/** Refuses requests that do not stand in the order in which they were answered, or whose numbers are not in the order in which they were sent. */
function refuseSwapped(lines: readonly PlacedLine[]): void {
  const answered = new Map<string, bigint>();
  const sent = new Map<string, ExchangeLine[]>();
  for (const placed of lines) {
    const { line, file } = placed;
    if (line.kind !== 'exchange') continue;
    const ns = BigInt(line.receivedNs);
    const before = answered.get(file);
    if (before !== undefined && ns < before)
      throw new Refusal('movedLine', { seen: `exchange ${line.id}`, where: placeOf(placed) });
    answered.set(file, ns);
    const own = sent.get(file) ?? [];
    sent.set(file, own);
    own.push(line);
  }
  for (const [where, own] of sent) {
    const inOrder = own.toSorted((one, other) => countedId(one.id)[1] - countedId(other.id)[1]);
    const wrong = inOrder.find(({ sentNs }, at) => BigInt(sentNs) < BigInt(inOrder[at - 1]?.sentNs ?? sentNs));
    if (wrong) throw new Refusal('movedLine', { seen: `exchange ${wrong.id}`, where });
  }
}

/** The file of the worker that repeats its tests with other accounts in a file of its own. */
const homeOf = (file: string): string => file.replace(/a\d+(?=\.ndjson$)/, '');

/** Refuses lines of a test that did not end in their file: its end was removed, or they were moved from another worker. */
function refuseEndless(lines: readonly PlacedLine[]): void {
  const ends = new Map(lines.flatMap(({ line, file }) => (line.kind === 'end' ? [[line.requirement, file]] : [])));
  for (const placed of lines) {
    const { line, file } = placed;
    const isOfTest = line.kind === 'exchange' || line.kind === 'claim' || line.kind === 'cells' || line.kind === 'page';
    if (!isOfTest || withoutTest.has(line.requirement)) continue;
    const end = ends.get(line.requirement);
    if (end === undefined) throw new Refusal('noEnd', { seen: line.requirement, where: placeOf(placed) });
    if (end !== homeOf(file))
      throw new Refusal('otherFile', { seen: `a line of ${line.requirement}`, where: placeOf(placed) });
  }
}

/** Refuses a journal whose numbers contradict each other: one is missing, out of order, or in the file of another worker. Throws Refusal. */
export function refuseOtherNumbers(lines: readonly PlacedLine[]): void {
  refuseOtherFiles(lines);
  refuseGaps(lines);
  refuseSwapped(lines);
  refuseEndless(lines);
}
