/** What may separate two groups of digits: a space, a dash, a dot or a slash of any kind, plain or escaped for JSON, a URL or HTML. */
const between = [
  '[ \\t\\r\\n\\p{Zs}\\p{Pd}\\p{Cf}._/+·•−⁄∕]',
  '\\\\(?:[/tnr]|u[0-9a-f]{4})',
  '%(?:20|09|0a|2[bdef]|c2%a[0d]|e2%8[018]%[0-9a-f]{2}|e3%80%80)',
  '&(?:nbsp|#\\d{2,5}|#x[0-9a-f]{2,4});',
].join('|');

/** A group of digits, and the separator before the next group. */
const groupOfDigits = new RegExp(`(\\d+)((?:${between}){1,3}(?=\\d))?`, 'iuy');

/** Matches 13 digits, the fewest of a card number, with at most three separators between two of them. */
const fewestDigits = new RegExp(`(?<!\\d)\\d(?:(?:${between}){0,3}\\d){12}`, 'giu');

/** The length of the longest card number in a text: 19 digits in five groups, with up to three escaped separators in each of the four gaps. */
export const longestCard = 19 + 4 * 3 * 9;

/** True when the digits satisfy the Luhn checksum that every card number carries. */
export function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** The prefixes and lengths of card numbers, by card scheme. */
const schemes: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{17,18})$/,
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-59]|[689]\d)\d{11,16}$/,
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  /^(?:5[06-8]|6\d)\d{11,17}$/,
  /^220[0-4]\d{12,15}$/,
];

const isOfScheme = (digits: string) => isLuhnValid(digits) && schemes.some((scheme) => scheme.test(digits));

/** The group lengths in which cards show their numbers. */
const grouping = /^(?:4,4,4,[1-4]|4,4,4,4,[1-3]|4,6,[45])$/;

/** Names of fields for money and time: long numbers in these fields are not card numbers. */
const isCounted = /amount|balance|total|price|rate|fee|limit|min|max|sum|time|date|stamp|epoch|at$/i;

interface Group {
  digits: string;
  start: number;
  end: number;
  /** The separator before the next group; empty for the last one. */
  after: string;
}

/** A card number in a text, and whether it is a JSON number there. */
interface Found {
  digits: string;
  start: number;
  end: number;
  isNumber: boolean;
}

/**
 * Returns a function that says, for positions in ascending order, whether a position is outside the strings of a JSON text. For a text that is not JSON it
 * always returns false.
 */
export function outsideTexts(text: string): (at: number) => boolean {
  let isJson: boolean | undefined;
  let [read, isInside] = [0, false];
  return (at) => {
    isJson ??= /^\s{0,100}[[{]/.test(text);
    for (; isJson && read < at; read += 1) {
      if (isInside && text[read] === '\\') read += 1;
      else if (text[read] === '"') isInside = !isInside;
    }
    return isJson && !isInside;
  };
}

/** True if a JSON number without groups is a card number: not part of another number, and not money or time. */
function isCardNumber(text: string, { digits, start, end }: Group): boolean {
  if (!isOfScheme(digits) || /[\w.-]/.test(text[start - 1] ?? '') || /[\w.]/.test(text[end] ?? '')) return false;
  const [, name = ''] = /"([^"\\]{0,60})\\?"\s{0,20}:\s{0,20}$/.exec(text.slice(Math.max(0, start - 120), start)) ?? [];
  return !isCounted.test(name);
}

/**
 * True if these groups of a run are a card number: either the whole run, with only spaces and dashes between its groups, or a part of the run that looks like a
 * card number among other digits.
 */
function isCard(text: string, run: readonly Group[], { from, to }: { from: number; to: number }): boolean {
  const groups = run.slice(from, to + 1);
  const [first, last] = [run[from], run[to]] as [Group, Group];
  const digits = groups.map((one) => one.digits).join('');
  const [before, behind] = [text[first.start - 1] ?? '', text[last.end] ?? ''];
  const isGrouped = grouping.test(groups.map((one) => one.digits.length).join(','));
  if (from === 0 && (isGrouped ? /[0-9A-Za-z]/ : /[0-9A-Za-z.-]/).test(before)) return false;
  if (to === run.length - 1 && /[0-9A-Za-z-]/.test(behind)) return false;
  const isWholeRun = from === 0 && to === run.length - 1;
  if (isWholeRun && groups.slice(0, -1).every(({ after }) => /^[ -]$/.test(after))) return isLuhnValid(digits);
  const isApart = groups.length === 1 && !/^[.-]/.test(last.after) && !/[.-]$/.test(run[from - 1]?.after ?? '');
  return (isGrouped || isApart) && isOfScheme(digits);
}

/** True if a card number may begin at this group: the group has 4 digits or at least 13 digits, or it is the first group of a run with at most 19 groups. */
const mayBegin = (run: readonly Group[], from: number): boolean => {
  const length = run[from]?.digits.length ?? 0;
  return length === 4 || length >= 13 || (from === 0 && run.length <= 19);
};

/** Returns the last group of the longest card number that begins at the given group; undefined if no card number begins there. */
function endOfCard(text: string, run: readonly Group[], from: number): number | undefined {
  if (!mayBegin(run, from)) return undefined;
  let [length, end] = [0, undefined as number | undefined];
  for (let to = from; to < run.length; to += 1) {
    length += run[to]?.digits.length ?? 0;
    if (length > 19) break;
    if (length >= 13 && isCard(text, run, { from, to })) end = to;
  }
  return end;
}

function cardsIn(text: string, run: readonly Group[], isOutside: (at: number) => boolean): Found[] {
  const [only] = run;
  const lead = only && text.slice(Math.max(0, only.start - 40), only.start);
  if (
    only &&
    run.length === 1 &&
    only.digits.length >= 13 &&
    (isOutside(only.start) || /"\s{0,20}:\s{0,20}$/.test(lead ?? ''))
  )
    return isCardNumber(text, only) ? [{ ...only, isNumber: isOutside(only.start) }] : [];
  const found: Found[] = [];
  for (let from = 0; from < run.length; from += 1) {
    const to = endOfCard(text, run, from);
    if (to === undefined) continue;
    const [first, last] = [run[from], run[to]] as [Group, Group];
    const digits = run
      .slice(from, to + 1)
      .map((one) => one.digits)
      .join('');
    found.push({ digits, start: first.start, end: last.end, isNumber: false });
    from = to;
  }
  return found;
}

/** Returns the run of digit groups that begins at a digit: between two groups of a run there is only a separator. */
function runAt(text: string, from: number): Group[] {
  const run: Group[] = [];
  for (let [start, more] = [from, true]; more; ) {
    groupOfDigits.lastIndex = start;
    const [, digits = '', after = ''] = groupOfDigits.exec(text) ?? [];
    run.push({ digits, start, end: start + digits.length, after });
    start += digits.length + after.length;
    more = after !== '';
  }
  return run;
}

/** Yields each run of digit groups with enough digits for a card number. */
function* runsIn(text: string): Generator<Group[]> {
  let end = 0;
  const next = () => {
    fewestDigits.lastIndex = end;
    return fewestDigits.exec(text)?.index;
  };
  for (let start = next(); start !== undefined; start = next()) {
    const run = runAt(text, start);
    end = run.at(-1)?.end ?? text.length;
    yield run;
  }
}

/** Replaces each card number by a placeholder; a card number that is a JSON number becomes a JSON string. */
export function withoutCards(text: string): string {
  const isOutside = outsideTexts(text);
  const pieces: string[] = [];
  let done = 0;
  for (const run of runsIn(text))
    for (const { digits, start, end, isNumber } of cardsIn(text, run, isOutside)) {
      const placeholder = `<card ending ${digits.slice(-4)}>`;
      pieces.push(text.slice(done, start), isNumber ? `"${placeholder}"` : placeholder);
      done = end;
    }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}
