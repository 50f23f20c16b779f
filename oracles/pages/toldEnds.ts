import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { lastRead } from './ending.ts';
import type { VisitArgs } from './opening.ts';
import { conditionWords, paidWords, successWords } from './view/deedWords.ts';
import { looksOf, sentencesOf, shows } from './visits.ts';

/** Words with which a page tells of one end without success: that the time is over, or the reason of a conflict (§ Checkout states). */
export const endWords = {
  EXPIRED: /\bexpired\b|\btime (?:is|was|has) (?:over|up|run out)\b|abgelaufen|zeit ist um|истек/i,
  UNDERPAID:
    /\b(?:underpaid|too little|not enough|insufficient|less (?:was|than|money))\b|zu wenig|weniger gezahlt|недостаточн|меньше/i,
  WRONG_CURRENCY:
    /\b(?:wrong|another|different|other) (?:crypto )?(?:currency|asset|coin|token)\b|(?:anderen?|falschen?) währung|друг\S+ валют/i,
} as const;

/** An end without success that has words of its own. */
type End = keyof typeof endWords;

/** Words of several ends in one sentence, which tells of any of them. */
const several = /\b(?:or|oder|ou)\b|\bили\b/i;

/** Returns the end of a checkout that ended without success, by its last read; undefined for other ends. */
function endOf(record: RunRecord, { reads }: VisitArgs): End | undefined {
  const last = lastRead(record, reads);
  const name = textField(last, 'status') === 'CONFLICT' ? textField(last, 'reason') : textField(last, 'status');
  return name !== undefined && name in endWords ? (name as End) : undefined;
}

/** Returns the sentences that a page shows only since its checkout is over. */
function toldAtEnd(record: RunRecord, { page: id }: VisitArgs): string[] {
  const looks = looksOf(record.page(id));
  const at = looks.findLastIndex(({ step }) => step === 'over');
  // While a payment is processed, a page may show its end already.
  const before = new Set(looks.flatMap((look, nth) => (nth < at && look.step !== 'detected' ? sentencesOf(look) : [])));
  const over = looks[at];
  return over === undefined ? [] : sentencesOf(over).filter((text) => !before.has(text));
}

const tellingOf = (sentences: readonly string[], end: End) =>
  sentences.filter((text) => endWords[end].test(text) && !several.test(text));

/** Returns the fault of a page that tells of the end of another checkout in the words of that one, and not of its own end. */
function toldAs(record: RunRecord, one: VisitArgs, other: VisitArgs): Fault[] {
  const [own, theirs] = [endOf(record, one), endOf(record, other)];
  if (own === undefined || theirs === undefined || own === theirs) return [];
  const told = toldAtEnd(record, one);
  if (tellingOf(told, own).length > 0) return [];
  const same = new Set(toldAtEnd(record, other));
  const wrong = tellingOf(told, theirs).find((text) => same.has(text));
  const wanted = `a page that does not tell of another end, since the checkout is ${own}`;
  return wrong === undefined ? [] : [shows(record.page(one.page), wanted, wrong)];
}

/** Returns the faults of pages that tell of each other's ends: that a checkout expired, or what went wrong with its payment. */
export const toldAsOthers = (record: RunRecord, one: VisitArgs, others: readonly VisitArgs[] = []): Fault[] =>
  others.flatMap((other) => [...toldAs(record, one, other), ...toldAs(record, other, one)]).slice(0, 1);

/** The look at a page that is opened again when the end of its checkout, which was over before, has passed. */
export const muchLater = 'much later';

/** True if a page says how its checkout ended, by the words of that end. */
function tellsOwnEnd(sentences: readonly string[], status: string): boolean {
  const own = status === 'SUCCESS' ? [successWords, paidWords] : [endWords.UNDERPAID, endWords.WRONG_CURRENCY];
  return sentences.some((text) => own.some((words) => words.test(text)));
}

/** Returns the fault of a page that says, when the time of a paid checkout or of one in conflict has passed, that it has expired, and not how it ended. */
export function toldAsExpired(record: RunRecord, { page: id, reads }: VisitArgs): Fault[] {
  const page = record.page(id);
  const status = textField(lastRead(record, reads), 'status') ?? '';
  const look = looksOf(page).find(({ step }) => step === muchLater);
  if (look === undefined || (status !== 'SUCCESS' && status !== 'CONFLICT')) return [];
  const sentences = sentencesOf(look);
  const expired = tellingOf(sentences, 'EXPIRED').find((text) => !conditionWords.test(text));
  if (expired === undefined || tellsOwnEnd(sentences, status)) return [];
  return [shows(page, `a page that does not say that ${page.opens} has expired, since it is ${status}`, expired)];
}
