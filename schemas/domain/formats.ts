import { type Exact, parseExact } from '../json/exact.ts';
import { parseInstant } from './instant.ts';
import { urlOf } from './urlOf.ts';

export { parseInstant } from './instant.ts';

const uuid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

const prefixed = (prefix: string) => matches(new RegExp(`^${prefix}-${uuid}$`));

// The prefix before the UUID of an id, by format name (§ General conventions).
const idPrefixes = {
  'token-id': 'TKN',
  'payment-id': 'PMT',
  'order-id': 'ORD',
  'method-id': 'PMD',
  'owner-id': 'OWN',
  'checkout-id': 'CCO',
  'project-id': 'CAP',
  'request-id': 'CAPD',
  'bundle-id': 'CASB',
  'address-id': 'UBADR',
} as const;

type IdFormat = keyof typeof idPrefixes;

/** Makes a value from the prefix of each id, keyed by format name. */
export function byIdFormat<T>(make: (prefix: string) => T): Record<IdFormat, T> {
  const made = Object.entries(idPrefixes).map(([name, prefix]) => [name, make(prefix)]);
  return Object.fromEntries(made) as Record<IdFormat, T>;
}

/** The formats of openapi.json by name, each with its check of a text. UUIDs may have any version and letter case (§ General conventions). */
export const formats = {
  ...byIdFormat(prefixed),
  'asset-id': matches(/^[A-Z0-9]+(?:_[A-Z0-9]+)*_[A-Za-z0-9.]+$/),
  'utc-instant': isUtcInstant,
  'absolute-url': isAbsoluteUrl,
  'choices-json': isChoicesJson,
} as const satisfies Record<string, (text: string) => boolean>;

/** The name of a format of openapi.json. */
export type FormatName = keyof typeof formats;

function matches(pattern: RegExp) {
  return (text: string) => pattern.test(text);
}

function isUtcInstant(text: string): boolean {
  const instant = parseInstant(text);
  return instant !== undefined && instant.zone !== 'offset';
}

// Any URL scheme is accepted: a bank's own app can also be a place to pay.
function isAbsoluteUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text) && urlOf(text) !== undefined;
}

/** True if a text is JSON with a description and, at any depth, a list of choices, each with value and name (§ Payment method, extra). */
function isChoicesJson(text: string): boolean {
  const parsed = parseExact(text);
  return 'value' in parsed && holdsChoices(parsed.value);
}

function holdsChoices(node: Exact): boolean {
  if (node === null || typeof node !== 'object') return false;
  const members = Object.values(node);
  // The specification does not name the members, so the description and the list are recognised by their types.
  const described = members.some((member) => typeof member === 'string') && members.some(isListOfChoices);
  return described || members.some(holdsChoices);
}

function isListOfChoices(node: Exact): boolean {
  return Array.isArray(node) && node.every(isChoice);
}

function isChoice(node: Exact): boolean {
  return node !== null && typeof node === 'object' && Object.hasOwn(node, 'value') && Object.hasOwn(node, 'name');
}
