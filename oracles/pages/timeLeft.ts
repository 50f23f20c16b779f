import type { Exact } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { wasClockMoved } from '../core/targetTime.ts';
import type { VisitArgs } from './opening.ts';
import { endWords, toldAsExpired } from './toldEnds.ts';
import { choicesIn } from './view/choices.ts';
import { conditionWords } from './view/deedWords.ts';
import { addressesIn } from './view/shownAddress.ts';
import { evidenceOf, looksOf, type Seen, sentencesOf, shows } from './visits.ts';

/** A clock in a text: minutes and seconds, or hours too. */
const clock = /(?<![\d:.,-])(\d{1,4}):([0-5]\d)(?::([0-5]\d))?(?![\d:]|[.,]\d)/g;

/** The characters around a clock in which days and hours may stand. */
const near = 40;

/** A clock on a page: its seconds, when it was seen on our own clock, s, and the words around it. */
interface Shown {
  seconds: number;
  atS: number;
  text: string;
  around: string;
  /** True if a word stands directly before it. */
  isAfterWord: boolean;
  step: string;
  load: number;
}

function clocksIn(page: PageLine, { text, step, afterMs, load = 1 }: Seen): Shown[] {
  const atS = Number(BigInt(page.sentNs) / 1_000_000n) / 1000 + afterMs / 1000;
  return [...text.matchAll(clock)].map((found) => {
    const [whole, first = '0', second = '0', third] = found;
    const [a, b] = [Number(first), Number(second)];
    const seconds = third === undefined ? a * 60 + b : a * 3600 + b * 60 + Number(third);
    const around = text.slice(Math.max(0, found.index - near), found.index + whole.length + near).replace(whole, ' ');
    const isAfterWord = /\p{L}[\p{M}\s]*$/u.test(text.slice(0, found.index));
    return { seconds, atS, text: whole, around, isAfterWord, step, load };
  });
}

/** How far two looks must be apart, s, and how exactly a clock follows ours. */
const [leastApartS, mostApartS, exactS] = [1, 600, 1.6];

/** True if a clock ran down as ours since it was seen before. */
function hasRun(now: Shown, before: Shown): boolean {
  const [apart, ran] = [now.atS - before.atS, before.seconds - now.seconds];
  return apart >= leastApartS && apart <= mostApartS && ran >= 1 && Math.abs(ran - apart) <= exactS;
}

/** The longest countdown of a look, and what else runs down beside it. */
interface Countdown {
  longest: Shown;
  running: readonly Shown[];
}

/**
 * Returns the clocks of a visit that run down second by second, which is what the time left does in any language: the longest of each look, if it ran on when
 * the page was opened anew. A price that is held for some minutes starts again then.
 */
function countdowns(page: PageLine): Countdown[] {
  const all = looksOf(page).map((look) => clocksIn(page, look));
  return all.flatMap((now, at) => {
    const before = all.slice(0, at).flat();
    const running = now.filter((one) => before.some((other) => hasRun(one, other)));
    const [longest] = running.toSorted((a, b) => b.seconds - a.seconds);
    const isSame = longest && before.some((other) => other.load !== longest.load && hasRun(longest, other));
    return isSame ? [{ longest, running }] : [];
  });
}

const timesIn = (texts: readonly (string | undefined)[]): number[] =>
  texts.flatMap((text) => (text === undefined || Number.isNaN(Date.parse(text)) ? [] : [Date.parse(text)]));

/** Returns the ends that a checkout has in a read, ms. */
const endsIn = (json: Exact | undefined): number[] => {
  const request = field(json, 'request');
  return timesIn([
    textField(json, 'expiresAt'),
    textField(request, 'paymentWindowEndsAt'),
    textField(request, 'expiresAt'),
  ]);
};

/** Returns the target's time at a moment of our own clock, s, from the Date of an answer; undefined if it has none. */
function targetS(record: RunRecord, reads: readonly string[], atS: number): number | undefined {
  const [first, last] = [reads[0], reads.at(-1)].map((id) => (id === undefined ? undefined : record.exchange(id)));
  if (!first || !last || wasClockMoved(record, first, last)) return undefined;
  const said = Date.parse(first.header('date') ?? '');
  return Number.isNaN(said) ? undefined : said / 1000 + 0.5 + atS - Number(first.receivedNs / 1_000_000n) / 1000;
}

/** How far a countdown may be from the time left, s: answers come late, and a Date has whole seconds. A longer time than the longest misleads by more. */
const [mostOffS, mostLateS] = [12, 300];

const [hourS, dayS] = [3600, 86_400];

const hasNumber = (text: string, number: number) => new RegExp(`(?<![\\d.,:])0*${number}(?![\\d:]|[.,]\\d)`).test(text);

/** The largest number of days or hours that some language has a form of its own for. */
const mostInWords = 2;

/** So many days may be said in weeks, months or years. */
const longDays = 7;

/** True if the words around a countdown say the days and hours that it leaves out. One and two may be a word directly before it. */
function saysRest({ around, isAfterWord }: Shown, restS: number): boolean {
  const hours = Math.round(restS / hourS);
  if (hours >= longDays * 24 && /\d/.test(around)) return true;
  const [days, others] = [Math.floor(hours / 24), hours % 24];
  const isSaid = (number: number) =>
    number === 0 || hasNumber(around, number) || (number <= mostInWords && isAfterWord);
  return isSaid(hours) || (isSaid(days) && isSaid(others));
}

/** True if a countdown leaves out whole hours or days of a time left, and nothing around it says them. */
function lacksHours(shown: Shown, leftS: number): boolean {
  const restS = leftS - shown.seconds;
  const hours = Math.round(restS / hourS);
  const unit = shown.seconds >= hourS ? dayS : hourS;
  const isWhole = hours > 0 && Math.abs(restS - Math.round(restS / unit) * unit) <= mostOffS;
  return isWhole && !saysRest(shown, restS);
}

/** Words that say of a clock that it is the time left, and of one that it is for something else. */
const [leftWords, otherWords] = [
  /\b(?:time left|time remaining|remaining|expires? in|left to pay|verbleib\w*|restzeit|läuft ab)\b|осталось|истекает/i,
  /\b(?:rate|price|quote|offer|discount|session|code|kurs|preis|angebot|rabatt|sitzung)\b|курс|цен|скидк|сесси|сеанс/i,
] as const;

/** True if a countdown calls itself the time left and ends long before the next end, and not by whole hours. */
function isEarly({ around, seconds }: Shown, lefts: readonly number[]): boolean {
  const isTimeLeft = leftWords.test(around) && !otherWords.test(around);
  const apart = lefts.map((left) => left - seconds).filter((one) => one > -mostOffS);
  const isFar = (one: number) => one > mostLateS && Math.abs(one - Math.round(one / hourS) * hourS) > mostOffS;
  return isTimeLeft && apart.length > 0 && apart.every(isFar);
}

function faultOf(page: PageLine, shown: Shown, lefts: readonly number[]): Fault[] {
  const isRight = lefts.some((left) => Math.abs(left - shown.seconds) <= mostOffS);
  const most = Math.max(...lefts);
  const isWrong =
    shown.seconds > most + mostLateS ||
    isEarly(shown, lefts) ||
    lefts.some((left) => left > 0 && lacksHours(shown, left));
  if (isRight || !isWrong) return [];
  const left = `${Math.floor(most / dayS)} d ${Math.floor(most / hourS) % 24} h ${Math.floor(most / 60) % 60} min`;
  return [
    shows(page, `the time left of the checkout, ${left}, on its page (${shown.step})`, `${shown.text} counting down`),
  ];
}

/** Returns the fault of a page that asks for a payment and counts down to a later end than that of its window, which no other clock shows. */
function windowFaults(page: PageLine, { longest, running }: Countdown, lefts: readonly number[]): Fault[] {
  const isShown = running.some(({ seconds }) => lefts.some((left) => Math.abs(left - seconds) <= mostOffS));
  if (lefts.length === 0 || isShown || longest.seconds <= Math.max(...lefts) + mostLateS) return [];
  const wanted = `the time left until paymentWindowEndsAt, on the page that asks for the payment (${longest.step})`;
  return [shows(page, wanted, `${longest.text} counting down`)];
}

/** How long before the end of a checkout its page is surely wrong to say that it is over, s. */
const surelyOpenS = 60;

/** Returns the fault of a page that says of a checkout that it has expired, and offers nothing else, while a later read shows it NEW and its end is far. */
function overTooEarly(record: RunRecord, { page: id, reads }: VisitArgs): Fault[] {
  const page = record.page(id);
  const open = reads.map((read) => record.exchange(read)).filter(({ json }) => textField(json, 'status') === 'NEW');
  return looksOf(page).flatMap((look) => {
    if (choicesIn(look.nodes).length + addressesIn(look.nodes).length > 0) return [];
    const told = sentencesOf(look).find((text) => endWords.EXPIRED.test(text) && !conditionWords.test(text));
    const atNs = BigInt(page.sentNs) + BigInt(Math.round(look.afterMs)) * 1_000_000n;
    const now = targetS(record, reads, Number(atNs / 1_000_000n) / 1000);
    const isOpen = open.some(
      ({ sentNs, json }) => sentNs > atNs && endsIn(json).every((end) => end / 1000 - (now ?? end) > surelyOpenS),
    );
    const wanted = `a page that does not say that ${page.opens} is over, since it is NEW (${look.step})`;
    return told !== undefined && now !== undefined && isOpen ? [shows(page, wanted, told)] : [];
  });
}

/**
 * What counts down on a page ends when the checkout does, and no page says before that it is over, or later that it expired where it ended otherwise: hours and days are not left out, it does not go on beyond, nor does the time left end long before (CHK-05). Where to pay, that is the end
 * of the window (§ Crypto acquiring request). Other countdowns are free.
 */
export function countsDownToItsEnd(record: RunRecord, { page: id, reads }: VisitArgs): OracleResult {
  const page = record.page(id);
  const [wrong] = [...overTooEarly(record, { page: id, reads }), ...toldAsExpired(record, { page: id, reads })];
  if (wrong) return toResult(evidenceOf(page), [wrong]);
  const all = reads.map((read) => record.exchange(read).json);
  const ends = [...new Set(all.flatMap(endsIn))];
  const windows = [
    ...new Set(all.flatMap((json) => timesIn([textField(field(json, 'request'), 'paymentWindowEndsAt')]))),
  ];
  const paying = new Set(looksOf(page).flatMap(({ step, nodes }) => (addressesIn(nodes).length > 0 ? [step] : [])));
  const shown = countdowns(page).flatMap((one) => {
    const now = targetS(record, reads, one.longest.atS);
    const leftsTo = (times: readonly number[]) => times.map((end) => end / 1000 - (now ?? 0));
    return now === undefined ? [] : [{ one, lefts: leftsTo(ends), toWindow: leftsTo(windows) }];
  });
  const reason = 'the page shows no time that counts down, or no read tells how much is left';
  if (shown.length === 0 || ends.length === 0)
    return faultResult({ code: 'notApplicable', reason, exchanges: evidenceOf(page) });
  const faults = shown.flatMap(({ one, lefts, toWindow }) => [
    ...faultOf(page, one.longest, lefts),
    ...(paying.has(one.longest.step) ? windowFaults(page, one, toWindow) : []),
  ]);
  return toResult(evidenceOf(page), faults.slice(0, 1));
}
