/** The longest text from a target at one place of a page, in UTF-16 units. */
const mostUnits = 2_000;

/** Markup that is safe to put into a page. Only `html` and the functions of this file make it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in `html`: texts and numbers are escaped, markup is not; nothing is written for undefined and false. */
export type Part = Markup | string | number | undefined | false | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters, changes of direction and what no document may hold; line breaks and tabs stay. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

const escaped = (text: string) =>
  text.replace(unseen, '\ufffd').replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Cuts a text to a number of units, and marks that it did. */
export const clip = (text: string, units: number): string =>
  text.length > units ? `${text.slice(0, units - 1)}…` : text;

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return escaped(clip(part, mostUnits));
  return typeof part === 'number' ? String(part) : part.map(written).join('');
}

/** Makes markup. Every text in it is escaped, and cut to 2,000 characters. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((text, index) => `${text}${written(parts[index])}`).join(''));
}

/** Escapes a text that has a bound of its own, without cutting it. */
export const wholeText = (text: string): Markup => new Markup(escaped(text));

/** Takes our own code, such as the style of the page, as it is. Never for a text that came from anywhere else. */
export const ownCode = (text: string): Markup => new Markup(text);
