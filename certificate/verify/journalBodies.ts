import { hash } from 'node:crypto';
import type { Body, Line } from '../../traffic/journal/journalTypes.ts';
import { Refusal } from '../refusal.ts';
import type { PlacedLine } from './journalLines.ts';

/** What replaces a secret begins like this. A text with it may be another one than was sent, and so may every page in HTML. */
const placeholder = '<';

type Part = { headers: readonly (readonly [string, string])[]; body?: Body | undefined };

/** Returns the bodies of a line, with their headers. */
function partsOf(line: Line): Part[] {
  if (line.kind === 'delivery') return [line.request];
  return line.kind === 'exchange' ? [line.request, ...(line.answer ? [line.answer] : [])] : [];
}

const isCoded = ({ headers }: Part) => headers.some(([name]) => name.toLowerCase() === 'content-encoding');

/** True if a body is stored whole and is not the one whose digest stands beside it. What was cut, coded or cleaned of a secret has another digest by right. */
function isOther(part: Part): boolean {
  const { text, bytes, sha256, cut, unread } = part.body ?? {};
  if (text === undefined || cut || unread || isCoded(part) || text.includes(placeholder)) return false;
  return Buffer.byteLength(text) !== bytes || hash('sha256', text) !== sha256;
}

/** Refuses a journal with a body that does not have its own digest. Throws Refusal. */
export function refuseOtherBodies(lines: readonly PlacedLine[]): void {
  for (const { line, file, at } of lines)
    if (partsOf(line).some(isOther)) {
      const seen = 'id' in line ? `${line.kind} ${line.id}` : line.kind;
      throw new Refusal('otherBody', { seen, where: `${file}:${at}` });
    }
}
