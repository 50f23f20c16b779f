/** A body text that no correct client sends, made from a valid one; `why` names its defect. */
export interface HostileText {
  why: string;
  text(valid: string): string;
}

/** The depth of a nested text: it overflows a recursive parser, and the text is short enough for any body limit. */
const depth = 5_000;

/** The length of a long text: it is enough for an attack, and below the usual body limits. */
const longLength = 100_000;

const edited = (valid: string, edit: (body: Record<string, unknown>) => Record<string, unknown>) =>
  JSON.stringify(edit(JSON.parse(valid) as Record<string, unknown>));

/** Texts that are no JSON object, for any operation; a server must not read any of them as one (ERR-04a). */
export const malformedTexts: readonly HostileText[] = [
  { why: 'an empty body', text: () => '' },
  { why: 'JSON broken off in the middle', text: (valid) => valid.slice(0, Math.floor(valid.length / 2)) },
  { why: 'an array for an object', text: (valid) => `[${valid}]` },
];

/** The length of a text of a megabyte. */
const megabyte = 1024 * 1024;

/** Adds a member to the text of an object. */
export function appendMember(valid: string, member: string): string {
  const isEmpty = /^\s*\{\s*\}/.test(valid);
  return valid.replace(/\}\s*$/, (end) => `${isEmpty ? '' : ','}${member}${end}`);
}

/** Texts for any operation that a stable service may accept or refuse (ERR-04b). */
export const edgeCaseTexts: readonly HostileText[] = [
  { why: 'deep nesting', text: (valid) => appendMember(valid, `"nested":${'['.repeat(depth)}${']'.repeat(depth)}`) },
  { why: 'every key twice', text: (valid) => `${valid.replace(/\}\s*$/, '')},${valid.replace(/^\s*\{/, '')}` },
  { why: 'a text of a megabyte', text: (valid) => appendMember(valid, `"note":"${'x'.repeat(megabyte)}"`) },
];

/** Texts that break a careless service: malformed JSON, wrong types, extremes of size, depth and number. */
export const hostileTexts: readonly HostileText[] = [
  ...malformedTexts,
  { why: 'null for an object', text: () => 'null' },
  { why: 'a bare string for an object', text: () => '"payment"' },
  { why: 'very deep nesting', text: () => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` },
  { why: 'a number beyond every range', text: (valid) => valid.replace(/"amount":[^,}]+/, '"amount":1e999999999') },
  {
    why: 'a number with very many digits',
    text: (valid) => valid.replace(/"amount":[^,}]+/, `"amount":0.${'1'.repeat(2_000)}`),
  },
  { why: 'the text NaN for a number', text: (valid) => valid.replace(/"amount":[^,}]+/, '"amount":"NaN"') },
  { why: 'an object for a number', text: (valid) => edited(valid, (body) => ({ ...body, amount: { value: 1 } })) },
  { why: 'an array for a string', text: (valid) => edited(valid, (body) => ({ ...body, currency: ['USD'] })) },
  {
    why: 'control characters in a text',
    text: (valid) => edited(valid, (body) => ({ ...body, comment: '\u0000\u0007\u001b' })),
  },
  { why: 'a very long text', text: (valid) => edited(valid, (body) => ({ ...body, comment: 'x'.repeat(longLength) })) },
  { why: 'a lone surrogate in a text', text: (valid) => valid.replace(/\}$/, ',"comment":"\\ud800"}') },
  { why: 'a key twice', text: (valid) => valid.replace(/^\{/, '{"amount":1,') },
  { why: 'a key named __proto__', text: (valid) => valid.replace(/^\{/, '{"__proto__":{"amount":1},') },
  {
    why: 'a quote and a semicolon in a text',
    text: (valid) => edited(valid, (body) => ({ ...body, comment: `'; --` })),
  },
];

/** Query values that break a careless search. */
export const hostileQueries: readonly Readonly<Record<string, string>>[] = [
  { page: '-1' },
  { page: '99999999999999999999' },
  { size: '0' },
  { size: 'many' },
  { status: 'NO_SUCH_STATUS' },
  { sort: 'noSuchField,asc' },
  { sort: 'createdAt,sideways' },
  { createdAt: 'yesterday' },
  { amount: 'NaN' },
  { clientOrderId: '%00\u0000' },
  { page: '1.5' },
  { size: '1e3' },
  { sort: ',' },
  { createdAt: '2026-02-30T00:00:00Z' },
  { amount: '1e999' },
  { currency: '𝄞' },
  { orderId: `'` },
  { methodId: 'PMD-\u0000' },
];

/** Texts that break a careless reader of a path, for each place where a path has an id or the name of an asset or a pair. */
export const hostilePathTexts: readonly string[] = ['%', 'PMT-\u0000', 'x'.repeat(2_000), `'"; --`, '{"a":[]}', 'é☂𝄞'];
