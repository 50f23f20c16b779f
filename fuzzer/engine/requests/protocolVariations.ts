import { appendMember, edgeCaseTexts, type HostileText, malformedTexts } from '../../../generators/texts/hostile.ts';
import { isSecured } from '../../../schemas/document/security.ts';
import { parseExact } from '../../../schemas/json/exact.ts';
import type { CaseBody, CaseLabel, CaseStep } from '../cases/fuzzCase.ts';
import type { RequestModel } from './requestModel.ts';

/** A request that is malformed or an edge case at protocol level, independent of its values. */
export interface ProtocolVariation {
  step: CaseStep;
  label: CaseLabel;
}

type TextBody = Extract<CaseBody, { text: string }>;

const odd = (because: string): CaseLabel => ({ is: 'odd', because });

const valid = (because: string): CaseLabel => ({ is: 'valid', because });

const broken = (keyword: string, words: string): CaseLabel => ({
  is: 'invalid',
  broken: { schema: '', keyword, place: 'body', words },
});

const unlettable = (words: string): CaseLabel => ({
  is: 'invalid',
  broken: { schema: '', keyword: 'authentication', place: 'header', words },
});

/** Returns the same JSON as another text, with every letter of the first name escaped. */
const escapedName = (text: string) =>
  text.replace(/"([a-zA-Z]+)":/, (_, name: string) => {
    const escapes = [...name].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return `"${escapes.join('')}":`;
  });

/** True if a hostile text makes valid JSON invalid, and does not just change its value. */
const isNoJson = ({ text }: HostileText) => 'fault' in parseExact(text('{"x":1}'));

/** Other texts for a body that is an object: each has its label, and is made from the valid text. */
const texts: readonly { label: CaseLabel; text(validText: string): string }[] = [
  { label: valid('JSON with space'), text: (text) => JSON.stringify(JSON.parse(text), null, 2) },
  { label: valid('a name in escapes'), text: escapedName },
  ...malformedTexts.filter(isNoJson).map(({ why, text }) => ({ label: broken('syntax', why), text })),
  { label: broken('syntax', 'a comma too many'), text: (text) => text.replace(/\}\s*$/, ',}') },
  { label: broken('syntax', 'something after the end'), text: (text) => `${text}}` },
  { label: broken('syntax', 'a form for JSON'), text: () => 'a=1&b=2' },
  { label: odd('the first member twice'), text: (text) => text.replace(/^\{([^,}]+)/, '{$1,$1') },
  ...edgeCaseTexts.map(({ why, text }) => ({ label: odd(why), text })),
  { label: odd('a number beyond every range'), text: (text) => appendMember(text, '"x":1e999999') },
  { label: odd('a number of very many digits'), text: (text) => appendMember(text, `"x":0.${'1'.repeat(5_000)}`) },
  { label: odd('half a character'), text: (text) => appendMember(text, '"x":"\\ud800"') },
  { label: odd('a member named __proto__'), text: (text) => appendMember(text, '"__proto__":{"x":1}') },
  { label: odd('a byte order mark'), text: (text) => `\ufeff${text}` },
];

const contentTypes: readonly (readonly [string | undefined, CaseLabel])[] = [
  ['application/json; charset=utf-8', valid('content type with its charset')],
  [undefined, odd('no content type')],
  ['text/plain', odd('JSON as text/plain')],
  ['application/xml', odd('JSON as application/xml')],
  ['application/x-www-form-urlencoded', odd('JSON as a form')],
  ['application/json; charset=utf-16', odd('a charset that it is not in')],
];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const headers: readonly (readonly [string, string, string])[] = [
  ['Accept', 'application/xml', 'an answer wanted that is not described'],
  ['Accept-Language', 'x'.repeat(4_000), 'a very long header'],
  ['X-Forwarded-For', "127.0.0.1'; --", 'an odd header'],
  ['Content-Encoding', 'unheard-of', 'an encoding that nobody knows'],
];

function* bodyVariations(step: CaseStep, body: TextBody, isRequired: boolean): Generator<ProtocolVariation> {
  const { type: _, ...bare } = body;
  // An empty text counts as no body.
  for (const { label, text } of texts)
    if (isRequired || text(body.text) !== '')
      yield { label, step: { ...step, body: { ...body, text: text(body.text) } } };
  for (const [type, label] of contentTypes)
    yield { label, step: { ...step, body: type === undefined ? bare : { ...bare, type } } };
  yield {
    label: broken('syntax', 'bytes that are no UTF-8'),
    step: {
      ...step,
      body: { ...(body.type && { type: body.type }), base64: Buffer.from([123, 34, 255, 34, 125]).toString('base64') },
    },
  };
}

/**
 * Generates variations of a valid request that break or strain the protocol, not its schemas. `isKnown` says that a real credential is available, so that a
 * wrong one differs from it.
 */
export function* protocolVariations(
  { contract, operation }: RequestModel,
  step: CaseStep,
  isKnown = false,
): Generator<ProtocolVariation> {
  const { body, path } = step;
  const isRequired = operation.requestBody?.required === true;
  if (isSecured(contract, operation)) {
    yield { label: unlettable('no credential'), step: { ...step, signing: 'none' } };
    if (isKnown)
      yield { label: unlettable('a credential that nobody was given'), step: { ...step, fault: 'unknownToken' } };
  }
  if (body && 'text' in body && body.text.startsWith('{')) yield* bodyVariations(step, body, isRequired);
  for (const [name, value, because] of headers)
    yield { label: odd(because), step: { ...step, headers: [...step.headers, [name, value]] } };
  for (const method of methods) {
    const isDescribed = method === operation.method || contract.operationOf(method, path) !== undefined;
    if (isDescribed) continue;
    const { operation: _, ...other } = step;
    yield { label: odd(`${method}, which is not described`), step: { ...other, method } };
  }
}
