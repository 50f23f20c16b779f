import { LosslessNumber } from 'lossless-json';
import { type Exact, isExactNumber, isObject } from '../../../schemas/json/exact.ts';
import { holdsReference } from '../cases/references.ts';

/** Generates the ranges of a list that may be left out, the largest first: the whole list, halves, quarters, and so on, down to single items. */
function* partsOf(length: number): Generator<{ from: number; to: number }> {
  for (let size = length; size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < length; from += size) yield { from, to: Math.min(length, from + size) };
}

function* simplerList(items: readonly Exact[]): Generator<Exact> {
  for (const { from, to } of partsOf(items.length)) yield [...items.slice(0, from), ...items.slice(to)];
  for (const [at, item] of items.entries()) for (const simpler of simplerValues(item)) yield items.with(at, simpler);
}

function* simplerObject(members: readonly (readonly [string, Exact])[]): Generator<Exact> {
  for (const { from, to } of partsOf(members.length))
    yield Object.fromEntries([...members.slice(0, from), ...members.slice(to)]);
  for (const [at, [key, value]] of members.entries())
    for (const simpler of simplerValues(value)) yield Object.fromEntries(members.with(at, [key, simpler]));
}

function* simplerText(text: string): Generator<Exact> {
  // An empty text has no simpler form. A text with a reference has no simpler form either, since the reference is filled when the text is sent.
  if (text === '' || holdsReference(text)) return;
  const points = [...text];
  yield '';
  for (let length = points.length >> 1; length >= 1; length >>= 1) {
    yield points.slice(0, length).join('');
    yield points.slice(points.length - length).join('');
  }
  yield points.slice(0, -1).join('');
  yield points.slice(1).join('');
  yield 'a'.repeat(points.length);
}

function* simplerNumber(text: string): Generator<Exact> {
  const [integer = '', fraction = ''] = text.split('.');
  const half = /^-?\d{1,15}$/.test(integer) ? String(Math.trunc(Number(integer) / 2)) : undefined;
  const less = /^-?\d{1,15}$/.test(integer) ? String(Number(integer) - Math.sign(Number(integer))) : undefined;
  const simpler = ['0', '1', '-1', integer, half, less, fraction && text.slice(0, -1)];
  for (const one of simpler)
    if (one !== undefined && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(one) && one !== text) yield new LosslessNumber(one);
}

/** Generates the values one step simpler than a JSON value, the largest step first; each differs from it in one place. */
export function* simplerValues(value: Exact): Generator<Exact> {
  if (isExactNumber(value)) yield* simplerNumber(value.value);
  else if (Array.isArray(value)) yield* simplerList(value);
  else if (isObject(value)) yield* simplerObject(Object.entries(value));
  else if (typeof value === 'string') yield* simplerText(value);
}
