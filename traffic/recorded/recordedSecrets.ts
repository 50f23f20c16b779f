import { createHmac, randomBytes } from 'node:crypto';
import { Redactor, shortestSecret } from '../redaction/redactor.ts';
import type { RecordedExchange } from './harFile.ts';

/** Headers whose values let somebody in. */
const secretHeaders =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-token-api-secret|.*(?:api-?key|secret|password|session|csrf).*)$/i;

/** Members of bodies that are secret. */
const secretMembers =
  /"(cvv|pan|cardNumber|expMonth|expYear|password|secret|payoutCardNumber)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|\d+)/g;

/** Members that say who a person is. Equal words stay equal, so that it can be judged what became of them. */
const personalMembers =
  /"(cardHolder|cardholder|firstName|lastName|receiverName|phoneNumber|email|bankAccount|payinBankAccount)"\s*:\s*"((?:[^"\\]|\\.)*)"/g;

/** Parameters of a query that are secret. */
const secretParameters = /([?&](?:[^=&]*(?:token|secret|password|key|signature)[^=&]*)=)[^&#]*/gi;

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

/** Returns what cleans a recording: it knows every secret header of every request, so that a secret is replaced wherever it is repeated. */
export function cleanerFor(exchanges: readonly RecordedExchange[]): RecordedCleaner {
  const redactor = new Redactor();
  const known = new Set<string>();
  for (const { headers, answer } of exchanges)
    for (const [name, value] of [...headers, ...(answer?.headers ?? [])]) {
      const isSecret = secretHeaders.test(name) || isToken(name);
      if (!isSecret || value.length < shortestSecret || known.has(value)) continue;
      known.add(value);
      redactor.know({ label: name.toLowerCase(), value });
    }
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
    path: (path) => redactor.clean(path.replace(secretParameters, '$1<secret>')),
    headers: (pairs) =>
      pairs.map(([name, value]) => {
        if (isToken(name)) return [name, '<token id>'];
        if (/signature$|^x-salt$/i.test(name)) return [name, `<${value.length} characters>`];
        return [name, secretHeaders.test(name) ? `<${name.toLowerCase()}>` : redactor.clean(value)];
      }),
  };
}
