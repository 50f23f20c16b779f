import { parse, stringify } from 'lossless-json';

/** A way to write the same JSON value with other characters; it may also change the free text. */
export interface Spelling {
  name: string;
  text(valid: string): string;
}

/** White space that makes a body exceed one network packet, or one buffer, and stay below the 100 KB that many servers accept. */
const padding = { packet: ' '.repeat(16 * 1024), buffer: '\t'.repeat(80 * 1024) };

/** The text of a body that the suite chooses freely: a pay-in's comment, a bundle's reference. */
const freeText = /"(comment|referenceId)":"((?:[^"\\]|\\.)*)"/;

const freely = (edit: (text: string) => string) => (valid: string) =>
  valid.replace(freeText, (_, name: string, text: string) => `"${name}":"${edit(text)}"`);

const escaped = (text: string) =>
  text.replace(/[a-z]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const spaced = (valid: string) => `\n ${valid.replaceAll('":', '" :\t').replaceAll(',"', ' ,\n  "')}`;

const reversed = (valid: string) => {
  // The parser keeps every digit of a number, since the amount must stay as it was generated.
  const members = Object.entries(parse(valid) as Record<string, unknown>).reverse();
  return stringify(Object.fromEntries(members)) ?? valid;
};

const long = (valid: string) => valid.replace(/^\{/, `{${padding.packet}`);

const huge: Spelling = { name: 'a body of 80 KB', text: (valid) => valid.replace(/\}$/, `${padding.buffer}}`) };

/** Spellings that a signature over the exact text must accept (§ Authentication, signed scheme, rule 2). Together they are made from the last to the first: each leaves what those after it have made. */
export const spellings: readonly Spelling[] = [
  { name: 'a line break at the end', text: (valid) => `${valid}\n` },
  { name: 'white space', text: spaced },
  { name: 'a long body', text: long },
  huge,
  {
    name: 'carriage returns between fields and at the end',
    text: (valid) => `${valid.replaceAll(',"', ',\r\n"')}\r\n`,
  },
  { name: 'raw UTF-8', text: freely((text) => `${text} Zoë ☂ e\u0301`) },
  { name: 'a surrogate pair in escapes', text: freely((text) => `${text} \\ud834\\uDD1E`) },
  { name: 'a raw character beyond the basic plane', text: freely((text) => `${text} 𝄞`) },
  { name: 'characters of Latin-1 alone', text: freely((text) => `${text} Müller, Núñez & Ærø`) },
  { name: 'characters of another script', text: freely((text) => `${text} Оплата 注文 دفع`) },
  { name: 'escapes of quotes, slashes and tabs', text: freely((text) => `${text} \\"a\\" \\\\ \\/ \\t`) },
  { name: 'separators and marks that no one sees', text: freely((text) => `${text} \u2028a\u00a0b\ufeffc\u200d`) },
  { name: 'unicode escapes', text: freely(escaped) },
  { name: 'another order of keys', text: reversed },
];

/** Combines some spellings in one text. */
export const spellingsTogether = (some: readonly Spelling[]) => (valid: string) =>
  some.toReversed().reduce((text, spelling) => spelling.text(text), valid);

/** Combines all spellings in one text, since each request costs a POST; all but the largest body, with which it would exceed what many servers accept. */
export const everySpelling = spellingsTogether(spellings.filter((one) => one !== huge));

/** Writes the amount of a body in another notation with the same value. */
const amount = (format: (digits: string, places: number) => string) => (valid: string) =>
  valid.replace(/"amount":(\d+)(?:\.(\d+))?(?=[,}])/, (_, whole: string, part = '') => {
    const digits = `${whole}${part}`.replace(/^0+(?=\d)/, '');
    return `"amount":${format(digits, part.length)}`;
  });

const plainly = (digits: string, places: number) => {
  const padded = digits.padStart(places + 1, '0');
  const at = padded.length - places;
  return places === 0 ? padded : `${padded.slice(0, at)}.${padded.slice(at)}`;
};

/** Writes one digit before the point and the others behind it, as floating-point numbers are printed. */
const scientific = (power: (exponent: number) => string, least: string) => (digits: string, places: number) => {
  const [first = '0', ...others] = digits;
  const behind = others.join('').replace(/0+$/, '') || least;
  const exponent = /[1-9]/.test(digits) ? others.length - places : 0;
  return `${first}${behind === '' ? '' : `.${behind}`}${power(exponent)}`;
};

/** The power of ten as Python and C write it: with its sign and two digits. */
const signed = (exponent: number) => `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;

const exponentOfZero: Spelling = {
  name: 'an exponent of zero',
  text: amount((digits, places) => `${plainly(digits, places)}E0`),
};

/** Other ways to write the same amount. JSON knows one kind of number: 1.0 and 1e0 are 1. Some are those in which common languages write large and small floats. */
export const numberSpellings: readonly [Spelling, ...Spelling[]] = [
  {
    name: 'a zero after the decimals',
    text: amount((digits, places) => (places === 0 ? `${digits}.0` : `${plainly(digits, places)}0`)),
  },
  { name: 'an exponent', text: amount((digits, places) => `${digits}e-${places}`) },
  exponentOfZero,
  { name: 'a power of ten as Java writes it', text: amount(scientific((exponent) => `E${exponent}`, '0')) },
  { name: 'a power of ten with its sign', text: amount(scientific(signed, '')) },
];

/** Returns the decimals that a written number has to a reader that keeps zeros at its end. */
function decimalsOf(written: string): number {
  const [, part = '', exponent = '0'] = /^\d+(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  return Math.max(0, part.length - Number(exponent));
}

/**
 * Returns a spelling for an amount, if the body has one, or another one if it would write more decimals than the amount has and its method allows: what more
 * decimals than `scale` get is not shown (§ Payment method), not even of zeros.
 */
export function fittingSpelling(spelling: Spelling, sent: unknown, scale: number): Spelling {
  if (sent === undefined) return spelling;
  const written = /"amount":([^,}]+)/.exec(spelling.text(`{"amount":${sent}}`))?.[1] ?? '';
  return decimalsOf(written) <= Math.max(scale, decimalsOf(String(sent))) ? spelling : exponentOfZero;
}
