import type { ExchangeLine, Line } from '../../../traffic/journal/journalTypes.ts';

/** The shortest text that could be a mark. */
const shortest = 4;

/** Returns every text of a JSON value: its strings and its numbers, without the names of fields. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const bodyTexts = (text: string | undefined) => (text === undefined ? [] : textsIn(parsed(text)));

const headerTexts = (pairs: ExchangeLine['request']['headers']) =>
  pairs.filter(([name]) => !/^x-|^content-type$|^accept/i.test(name)).map(([, value]) => value);

const queryTexts = (path: string) => [...new URL(path, 'http://any').searchParams.values()];

/** Returns the texts that the requests of a journal chose themselves: what no earlier answer had shown and the interface does not name. */
function chosenTexts(lines: readonly Line[], listed: string): Set<string> {
  const exchanges = lines.filter((line): line is ExchangeLine => line.kind === 'exchange');
  const shown = new Set<string>();
  const chosen = new Set<string>();
  for (const { request, answer } of exchanges.toSorted((a, b) => (BigInt(a.sentNs) < BigInt(b.sentNs) ? -1 : 1))) {
    const sent = [...bodyTexts(request.body?.text), ...queryTexts(request.path), ...headerTexts(request.headers)];
    for (const text of sent)
      if (text.length >= shortest && !shown.has(text) && !listed.includes(text)) chosen.add(text);
    for (const text of bodyTexts(answer?.body.text)) if (!chosen.has(text)) shown.add(text);
  }
  return chosen;
}

/** Returns the texts that the requests of two runs have in common although no answer showed them: a target could know both runs by them. */
export function sharedTexts(one: readonly Line[], other: readonly Line[], listed: string): string[] {
  const [first, second] = [chosenTexts(one, listed), chosenTexts(other, listed)];
  return [...first].filter((text) => second.has(text)).sort();
}
