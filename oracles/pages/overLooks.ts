import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { statusesRead } from './ending.ts';
import type { VisitArgs } from './opening.ts';
import { toldAsOthers } from './toldEnds.ts';
import { choicesIn } from './view/choices.ts';
import {
  aftermathWords,
  conditionWords,
  failureWords,
  forward,
  otherwise,
  paidWords,
  processingWords,
  successWords,
} from './view/deedWords.ts';
import { addressesIn } from './view/shownAddress.ts';
import { isDisabled, isPressable, textOf } from './view/viewNodes.ts';
import { evidenceOf, isFilled, looksOf, notSeen, type Seen, seenAtNs, sentencesOf, shows, textsOf } from './visits.ts';

/** A visit to the page of a checkout that ended, one to the page of another that was paid, and those to pages of checkouts that ended otherwise. */
export interface EndArgs extends VisitArgs {
  success?: { page: string; reads: readonly string[] };
  others?: readonly VisitArgs[];
}

/** Returns the texts on the pages of checkouts with another end without success than this one: they tell of an end, whichever. */
function textsOfOtherEnds(record: RunRecord, { others = [] }: EndArgs, status: string | undefined): Set<string> {
  const ended = others.filter(({ reads }) => {
    const end = statusesRead(record, reads).at(-1);
    return (end === 'EXPIRED' || end === 'CONFLICT') && end !== status;
  });
  return new Set(ended.flatMap(({ page }) => looksOf(record.page(page), 'over').flatMap((look) => [...textsOf(look)])));
}

/** Returns the texts that tell of success: those of a paid checkout's page that it did not have before, and that no other end has. */
function textsOfSuccess(record: RunRecord, args: EndArgs): string[] {
  const { success } = args;
  if (!success || statusesRead(record, success.reads).at(-1) !== 'SUCCESS') return [];
  const page = record.page(success.page);
  const [paid] = looksOf(page, 'settled');
  if (!paid) return [];
  const before = new Set(
    ['opened', 'again', 'showing', 'chosen'].flatMap((step) =>
      looksOf(page, step).flatMap((look) => [...textsOf(look)]),
    ),
  );
  const ofAnyEnd = textsOfOtherEnds(record, args, statusesRead(record, args.reads).at(-1));
  return [...textsOf(paid)].filter((text) => successWords.test(text) && !before.has(text) && !ofAnyEnd.has(text));
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

/** Returns what the page of a paid checkout says that it must not: that the payment failed, and no word of its success. */
function toldAsFailed(page: PageLine, over: Seen): Fault[] {
  const before = new Set(looksOf(page).flatMap((look) => (look.step === over.step ? [] : [...textsOf(look)])));
  const fresh = [...textsOf(over)].filter((text) => !before.has(text));
  const [failed] = fresh.filter((text) => failureWords.test(text));
  if (failed === undefined || fresh.some((text) => paidWords.test(text) || successWords.test(text))) return [];
  return [shows(page, 'a page that does not tell of a failure, since the checkout is SUCCESS', failed)];
}

/** Returns what the page of a checkout that ended without success says that it must not: that the payment is still being processed. */
function toldAsProcessing(page: PageLine, over: Seen, status: string): Fault[] {
  const before = new Set(looksOf(page, 'opened').flatMap(sentencesOf));
  const told = sentencesOf(over).find(
    (text) =>
      processingWords.test(text) && !conditionWords.test(text) && !aftermathWords.test(text) && !before.has(text),
  );
  const wanted = `a page that does not say that a payment is still being processed, since the checkout is ${status}`;
  return told === undefined ? [] : [shows(page, wanted, told)];
}

/** True if a read had shown a status of a checkout before its page was looked at: what it shows later proves nothing of the look. */
function wasReadBefore(
  record: RunRecord,
  { page, reads, status }: VisitArgs & { status: string },
  look: Seen,
): boolean {
  const at = seenAtNs(record.page(page), look);
  return reads
    .map((read) => record.exchange(read))
    .some(({ json, receivedNs }) => textField(json, 'status') === status && receivedNs <= at);
}

/** The page of a checkout that ended asks for no payment, and tells of success only after one, and of a failure only without (CHK-05). */
export function showsItsEnd(record: RunRecord, args: EndArgs): OracleResult {
  const page = record.page(args.page);
  const status = statusesRead(record, args.reads).at(-1);
  const over = looksOf(page, 'over').at(-1);
  if (status !== 'EXPIRED' && status !== 'CONFLICT' && status !== 'SUCCESS')
    return notSeen(page, 'a read of the checkout that shows its end');
  // A page that was opened too late shows from the beginning what it shows in the end.
  if (statusesRead(record, args.reads)[0] === status && looksOf(page, 'waiting').length === 0)
    return notSeen(page, 'the page of a checkout before its end');
  if (!over || !isFilled(page)) return notSeen(page, 'the page of a checkout before and after its end');
  if (!wasReadBefore(record, { ...args, status }, over))
    return notSeen(page, `a read that shows ${status} before the page was looked at`);
  if (status === 'SUCCESS')
    return toResult(evidenceOf(page), [...toldAsFailed(page, over), ...stillOpen(page, over, status)]);
  const texts = textsOf(over);
  const told = textsOfSuccess(record, args).filter((text) => texts.has(text));
  return toResult(evidenceOf(page), [
    ...told.map((text) => shows(page, `no word of success, since the checkout is ${status}`, text)),
    ...toldAsProcessing(page, over, status),
    ...toldAsOthers(record, args, args.others),
    ...stillOpen(page, over, status),
  ]);
}

/** Returns the looks at a page after which a read shows that its payment was still being processed. */
function looksWhileDetected(record: RunRecord, { page: id, reads }: VisitArgs): Seen[] {
  const page = record.page(id);
  const later = reads
    .map((read) => record.exchange(read))
    .filter(({ json }) => textField(json, 'status') === 'PAYMENT_DETECTED');
  return looksOf(page, 'detected').filter((look) => later.some(({ sentNs }) => sentNs > seenAtNs(page, look)));
}

/** True if a page was seen while the payment of its checkout was being processed, and it is known how such pages tell of success. */
export const wasDetected = (record: RunRecord, args: EndArgs): boolean =>
  looksWhileDetected(record, args).length > 0 && textsOfSuccess(record, args).length > 0;

/** While a payment is still being processed, its page does not tell of success (CHK-05; § Checkout states, PAYMENT_DETECTED). */
export function tellsNoSuccessYet(record: RunRecord, args: EndArgs): OracleResult {
  const page = record.page(args.page);
  const looks = looksWhileDetected(record, args);
  const told = textsOfSuccess(record, args);
  if (looks.length === 0) return notSeen(page, 'a look at the page while the checkout was PAYMENT_DETECTED');
  if (told.length === 0) return notSeen(page, 'words of success on the page of a paid checkout');
  const wanted = 'no word of success, since the checkout is PAYMENT_DETECTED';
  const wrong = told.filter((text) => looks.some((look) => textsOf(look).has(text)));
  return toResult(
    evidenceOf(page),
    wrong.map((text) => shows(page, wanted, text)),
  );
}
