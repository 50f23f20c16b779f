import { createHmac, randomBytes } from 'node:crypto';
import { Redactor, shortestSecret } from '../redaction/redactor.ts';
import type { RecordedExchange } from './harFile.ts';

/** The headers whose values are written: they say nothing of who sent them. Every other value is replaced, since any name may stand for a credential. */
const keptHeaders =
  /^(?:accept(?:-(?:encoding|language|ranges))?|access-control-.+|age|allow|cache-control|connection|content-(?:disposition|encoding|language|length|location|security-policy|type)|date|deprecation|expect|expires|host|keep-alive|last-modified|location|origin|pragma|referer|referrer-policy|retry-after|sec-(?:ch|fetch)-.+|server|strict-transport-security|sunset|te|trailer|transfer-encoding|upgrade|user-agent|vary|(?:x-)?rate-?limit.*|x-content-type-options|x-frame-options)$/i;

/** Kept headers whose values are addresses. */
const addresses = /^(?:content-location|location|origin|referer)$/i;

/** Headers whose values let somebody in: what they hold is replaced wherever it is repeated. */
const secretHeaders =
  /^(?:cookie|set-cookie|.*(?:api-?key|auth|credential|csrf|jwt|passw|secret|session|signature|token|xsrf).*)$/i;

/** Members of bodies that are secret. */
const secretMembers =
  /"(cvv|cvc|pan|cardNumber|expMonth|expYear|payoutCardNumber|(?:[a-z]+[_-]?)?(?:api[_-]?key|access[_-]?key|private[_-]?key|access[_-]?token|auth[_-]?token|id[_-]?token|refresh[_-]?token|session[_-]?(?:id|token)|csrf[_-]?token|token|jwt|password|passwd|secret|client[_-]?secret))"\s*:\s*(?:"(?:[^"\\]|\\.)*"|\d+)/gi;

/** Members that say who a person is. Equal words stay equal, so that it can be judged what became of them. */
const personalMembers =
  /"(cardHolder|cardholder|firstName|lastName|receiverName|phoneNumber|email|bankAccount|payinBankAccount)"\s*:\s*"((?:[^"\\]|\\.)*)"/g;

/** Parameters of a query that are secret. */
const secretParameters = /([?&](?:[^=&]*(?:auth|jwt|key|password|secret|session|signature|token)[^=&]*)=)[^&#]*/gi;

/** What a recording is cleaned with. Everything that is written goes through it. */
export interface RecordedCleaner {
  redactor: Redactor;
  text(text: string): string;
  path(path: string): string;
  headers(pairs: RecordedExchange['headers']): [string, string][];
}

const isToken = (name: string) => name.toLowerCase() === 'x-token-api-id';

/** Returns what replaces each word of a text about a person by another one, the same for the same word. The key is never stored. */
function pseudonyms(): (text: string) => string {
  const key = randomBytes(16);
  const other = (word: string) => `w${createHmac('sha256', key).update(word.toLowerCase()).digest('hex').slice(0, 10)}`;
  return (text) =>
    text.replace(/[^\s]+/g, (word) => (word === word.toUpperCase() ? other(word).toUpperCase() : other(word)));
}

/** Returns the parts of the value of a secret header that are secret by themselves: a credential without its scheme, the values of cookies, a password. */
function partsOf(name: string, value: string): string[] {
  if (/^(?:set-)?cookie$/i.test(name)) {
    const pairs = /^set/i.test(name) ? value.split(';').slice(0, 1) : value.split(';');
    return pairs.map((pair) =>
      pair
        .slice(pair.indexOf('=') + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    );
  }
  const [, scheme = '', bare = ''] = /^([\w-]+)\s+(\S.*)$/.exec(value) ?? [];
  if (bare === '') return [];
  const password = /^basic$/i.test(scheme) ? Buffer.from(bare, 'base64').toString().split(':').slice(1).join(':') : '';
  return [bare, password];
}

/** Returns what cleans a recording: it knows every secret header of every request, so that a secret is replaced wherever it is repeated. */
export function cleanerFor(exchanges: readonly RecordedExchange[]): RecordedCleaner {
  const redactor = new Redactor();
  const known = new Set<string>();
  for (const { headers, answer } of exchanges)
    for (const [name, value] of [...headers, ...(answer?.headers ?? [])]) {
      if (!secretHeaders.test(name)) continue;
      for (const one of [value, ...partsOf(name, value)]) {
        if (one.length < shortestSecret || known.has(one)) continue;
        known.add(one);
        redactor.know({ label: name.toLowerCase(), value: one });
      }
    }
  const path = (given: string) => redactor.clean(given.replace(secretParameters, '$1<secret>'));
  const pseudonym = pseudonyms();
  const text = (given: string) =>
    redactor
      .clean(given)
      // A card has one placeholder, whatever its member is called: it must read the same in each view.
      .replace(secretMembers, (_, name: string) => `"${name}":"<${/card|pan/i.test(name) ? 'card' : name}>"`)
      .replace(personalMembers, (_, name: string, value: string) => `"${name}":"${pseudonym(value)}"`);
  return {
    redactor,
    text,
    path,
    headers: (pairs) =>
      pairs.map(([name, value]) => {
        if (isToken(name)) return [name, '<token id>'];
        if (/signature|^x-salt$/i.test(name)) return [name, `<${value.length} characters>`];
        if (!keptHeaders.test(name)) return [name, `<${name.toLowerCase()}>`];
        return [name, addresses.test(name) ? path(value) : redactor.clean(value)];
      }),
  };
}
