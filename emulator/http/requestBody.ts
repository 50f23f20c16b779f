import { Refusal } from '../domain/refusal.ts';
import type { Context } from '../instance/context.ts';
import { type Body, readBody } from './bodyFields.ts';

/** Reads the body of a request as a JSON object. Throws a Refusal for anything else, and for a body that a rule rejects. */
export function readRequestBody({ call, rules, account, operation }: Context): Body {
  if (!rules.contentTypeAccepted(call.contentType))
    throw new Refusal('unsupported_type', 'The content type is not application/json');
  if (!rules.bodySizeAccepted(call.body.length)) throw new Refusal('too_long', 'The body is too long');
  const text = rules.bodyText(call.body.toString('utf8'), account.lastBodies.get(operation) ?? null);
  if (text.trim() === '') throw new Refusal('empty_body', 'The body is empty');
  const { depth, repeats } = structureOf(text);
  if (!rules.depthAccepted(depth)) throw new Refusal('too_deep', 'The body is nested too deeply');
  const body = readBody(text);
  if (repeats && !rules.repeatedKeysAccepted()) throw new Refusal('repeated_key', 'A key is there twice');
  return body;
}

/** The structure of JSON text, found without parsing: its nesting depth, and whether an object repeats a key. */
export interface JsonStructure {
  readonly depth: number;
  readonly repeats: boolean;
}

/** Scans the structure of a text. The scan considers only brackets, quotes and colons, so it also works for malformed JSON. */
export function structureOf(text: string): JsonStructure {
  const open: Set<string>[] = [];
  let [depth, repeats, last] = [0, false, ''];
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place];
    if (sign === '"') {
      const end = endOfString(text, place);
      last = text.slice(place + 1, end);
      place = end;
    } else if (sign === '{' || sign === '[') {
      depth = Math.max(depth, open.push(new Set()));
    } else if (sign === '}' || sign === ']') {
      open.pop();
    } else if (sign === ':') {
      const keys = open.at(-1);
      repeats ||= keys?.has(last) ?? false;
      keys?.add(last);
    }
  }
  return { depth, repeats };
}

/** The index of the quote that ends a string; the end of the text if there is none. */
function endOfString(text: string, begin: number): number {
  let place = begin + 1;
  while (place < text.length && text[place] !== '"') place += text[place] === '\\' ? 2 : 1;
  return place;
}
