import type { Outcome } from '../../../traffic/outcome/outcome.ts';
import { clip, html, type Markup, type Part } from './markup.ts';

/** How an outcome looks: its colour, and a sign for those who see no colours. */
const looks: Readonly<Record<Outcome, { tone: Tone; sign: string }>> = {
  fail: { tone: 'bad', sign: '✕' },
  error: { tone: 'open', sign: '!' },
  inconclusive: { tone: 'open', sign: '?' },
  'not run': { tone: 'open', sign: '?' },
  unverified: { tone: 'open', sign: '?' },
  changed: { tone: 'warn', sign: '△' },
  warn: { tone: 'warn', sign: '△' },
  learned: { tone: 'told', sign: 'i' },
  pass: { tone: 'good', sign: '✓' },
  'not applicable': { tone: 'quiet', sign: '–' },
  deferred: { tone: 'quiet', sign: '–' },
  'not selected': { tone: 'quiet', sign: '–' },
};

/** The colours of a page, by what they say. */
export type Tone = 'bad' | 'open' | 'warn' | 'told' | 'good' | 'quiet';

/** Returns the colour of an outcome. */
export const toneOf = (outcome: Outcome): Tone => looks[outcome].tone;

/** A short word in colour. */
export const badge = (tone: Tone, words: Part): Markup => html`<span class="badge ${tone}">${words}</span>`;

/** An outcome in colour, with its sign. */
export const outcomeBadge = (outcome: Outcome): Markup =>
  badge(toneOf(outcome), html`<span aria-hidden="true">${looks[outcome].sign} </span>${outcome}`);

/** Facts by name. A fact without a value is left out. */
export function facts(rows: readonly (readonly [name: string, value: Part])[]): Markup {
  const present = rows.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl class="facts">${present.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A text whose lines break between its words alone, so that an option or a date stays whole where there is room for it. */
export const unbroken = (text: string): Part =>
  text.split(/(?<= )/).map((word) => html`<span class="unbroken">${word}</span>`);

/** A command to type, with a button that copies it where scripts run. */
export const command = (text: string): Markup =>
  html`<div class="command"><code tabindex="0" role="group" aria-label="command">${unbroken(text)}</code><button type="button" class="copy" hidden>Copy</button></div>`;

/** Something that opens on demand. */
export const disclosure = (summary: Part, body: Part): Markup =>
  html`<details><summary>${summary}</summary>${body}</details>`;

/** A section of the page, with its heading; undefined if it would be empty. */
export function section(id: string, title: string, body: Part): Markup | undefined {
  return body === undefined || (Array.isArray(body) && body.length === 0)
    ? undefined
    : html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`;
}

/** A bar of parts in proportion. */
export function stackedBar(parts: readonly { tone: Tone; count: number; name: string }[]): Markup {
  const present = parts.filter(({ count }) => count > 0);
  const words = present.map(({ count, name }) => `${count} ${name}`).join(', ');
  return html`<div class="bar" role="img" aria-label="${words}">${present.map(
    ({ tone, count }) => html`<span class="${tone}" style="flex-grow:${count}"></span>`,
  )}</div>`;
}

/** Writes an ISO time for people, in UTC; a text that is no time as it is. */
export function when(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The day of an ISO time. */
export const day = (iso: string): string => iso.slice(0, 10);

/** Writes a number of things: `1 failure`, `2 failures`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The longest text of one side of a finding. */
const mostWords = 600;

/** Shows what was expected and what came. */
export const pairOf = ({ wanted, seen }: { wanted: string; seen: string }): Markup =>
  html`<div class="pair"><div class="wanted"><span class="label">Expected</span>${clip(wanted, mostWords)}</div><div class="got"><span class="label">Got</span>${clip(seen, mostWords)}</div></div>`;
