import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { statusesRead } from './ending.ts';
import type { VisitArgs } from './opening.ts';
import { choicesIn } from './view/choices.ts';
import { forward, otherwise, successWords } from './view/deedWords.ts';
import { addressesIn } from './view/shownAddress.ts';
import { isDisabled, isPressable, textOf } from './view/viewNodes.ts';
import { evidenceOf, isFilled, looksOf, notSeen, type Seen, shows } from './visits.ts';

/** A visit to the page of a checkout that ended without success, and one to the page of another that was paid. */
export interface EndArgs extends VisitArgs {
  success?: { page: string; reads: readonly string[] };
}

const plain = (text: string) => text.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim();

/** Returns the texts of a look, without what differs from checkout to checkout. */
export const textsOf = ({ nodes }: Seen): Set<string> =>
  new Set(nodes.flatMap(({ name, value }) => [plain(name), plain(value)]).filter((text) => text.length > 3));

/** Returns the texts that tell of success: those of a paid checkout's page that it did not have before. */
function textsOfSuccess(record: RunRecord, { success }: EndArgs): string[] {
  if (!success || statusesRead(record, success.reads).at(-1) !== 'SUCCESS') return [];
  const page = record.page(success.page);
  const [paid] = looksOf(page, 'settled');
  if (!paid) return [];
  const before = new Set(
    ['opened', 'again', 'showing', 'chosen'].flatMap((step) =>
      looksOf(page, step).flatMap((look) => [...textsOf(look)]),
    ),
  );
  return [...textsOf(paid)].filter((text) => successWords.test(text) && !before.has(text));
}

/** Returns the choices of a page that has something to go on with. */
function choicesOf({ nodes }: Seen): string[] {
  const goes = nodes.some(
    (node) => isPressable(node) && !isDisabled(node) && forward.test(textOf(node)) && !otherwise.test(textOf(node)),
  );
  return goes ? choicesIn(nodes).map(({ text }) => text) : [];
}

/** True for a look at which there is something to do: a page that was over before a read said so shows nothing else later. */
const isOpen = ({ nodes }: Seen) => choicesIn(nodes).length > 0 || addressesIn(nodes).length > 0;

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size > 0 && one.size === other.size && [...one].every((text) => other.has(text));

/** Returns what is still as it was when the checkout could be paid. */
function stillOpen(page: PageLine, over: Seen, status: string): Fault[] {
  const before = [...looksOf(page, 'opened'), ...looksOf(page, 'waiting')].filter(isOpen);
  const wanted = `a page that can no longer be used to pay, since the checkout is ${status}`;
  const choices = choicesOf(over);
  if (choices.length > 0 && before.some((look) => choices.every((text) => choicesOf(look).includes(text))))
    return [shows(page, wanted, choices.join(', '))];
  return before.some((look) => isSame(textsOf(look), textsOf(over))) ? [shows(page, wanted, over.text)] : [];
}

/** The page of a checkout that ended without success neither asks for a payment nor tells of success (CHK-05). */
export function showsItsEnd(record: RunRecord, args: EndArgs): OracleResult {
  const page = record.page(args.page);
  const status = statusesRead(record, args.reads).at(-1);
  const over = looksOf(page, 'over').at(-1);
  if (status !== 'EXPIRED' && status !== 'CONFLICT')
    return notSeen(page, 'a read of the checkout that shows its end without success');
  // A page that was opened too late shows from the beginning what it shows in the end.
  if (statusesRead(record, args.reads)[0] === status && looksOf(page, 'waiting').length === 0)
    return notSeen(page, 'the page of a checkout before its end');
  if (!over || !isFilled(page)) return notSeen(page, 'the page of a checkout before and after its end');
  const texts = textsOf(over);
  const told = textsOfSuccess(record, args).filter((text) => texts.has(text));
  return toResult(evidenceOf(page), [
    ...told.map((text) => shows(page, `no word of success, since the checkout is ${status}`, text)),
    ...stillOpen(page, over, status),
  ]);
}
