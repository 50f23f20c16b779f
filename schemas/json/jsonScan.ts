/** A key that occurs more than once in an object, and the character offset of its repetition. */
export type DuplicateKey = { key: string; offset: number };

// The depth of nesting, the duplicate keys, and the approximate number of values.
type Survey = { depth: number; duplicates: readonly DuplicateKey[]; values: number };

/** Measures a JSON text in one pass without recursion, so that any text is safe. Stops when the depth exceeds `maxDepth`. */
export function scanJson(text: string, maxDepth: number): Survey {
  const duplicates: DuplicateKey[] = [];
  const open: Set<string>[] = [];
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length && depth <= maxDepth; at++) {
    const char = text[at];
    if (char === '{' || char === '[') {
      values += 1;
      depth = Math.max(depth, open.push(new Set()));
    } else if (char === '}' || char === ']') open.pop();
    else if (char === ',') values += 1;
    else if (char === '"') {
      const end = endOfString(text, at);
      if (isKey(text, end)) noteKey({ key: keyOf(text.slice(at, end)), offset: at }, open.at(-1), duplicates);
      at = end - 1;
    }
  }
  return { depth, duplicates, values };
}

function noteKey(found: DuplicateKey, held: Set<string> | undefined, duplicates: DuplicateKey[]): void {
  if (held?.has(found.key)) duplicates.push(found);
  held?.add(found.key);
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++;
  return text[at] === ':';
}

// The text may not be JSON: a key that cannot be decoded stays as written, and the parser will refuse it.
function keyOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
