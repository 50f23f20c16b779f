import { type Body, readBody } from './body.ts';
import type { Context } from './context.ts';
import { Refusal } from './refusal.ts';
import { shapeOf } from './shape.ts';

/** The body of a request as a JSON object. Throws a Refusal for anything else, and for what a rule does not take. */
export function bodyOf({ call, rules, account, operation }: Context): Body {
  if (!rules.contentTypeAccepted(call.contentType))
    throw new Refusal('unsupported_type', 'The content type is not application/json');
  if (!rules.bodySizeAccepted(call.body.length)) throw new Refusal('too_long', 'The body is too long');
  const text = rules.bodyText(call.body.toString('utf8'), account.lastBodies.get(operation) ?? null);
  if (text.trim() === '') throw new Refusal('empty_body', 'The body is empty');
  const { depth, repeats } = shapeOf(text);
  if (!rules.depthAccepted(depth)) throw new Refusal('too_deep', 'The body is nested too deeply');
  const body = readBody(text);
  if (repeats && !rules.repeatedKeysAccepted()) throw new Refusal('repeated_key', 'A key is there twice');
  return body;
}
