import type { Change } from '../network/proxy.ts';
import { encodingsOf } from './secretForms.ts';

/** Matches a card number in a request. */
const cardIn = /"cardNumber":"(\d{13,19})"/;

const grouped = (digits: string, mark: string) => digits.replace(/(\d{4})(?=\d)/g, `$1${mark}`);

/** Returns what a careless service could repeat of a request: the secret in every form, the card in every spelling. */
function leaksOf(secret: string, body: string): string[] {
  const card = cardIn.exec(body)?.[1];
  const cards = card === undefined ? [] : [...encodingsOf(card), grouped(card, ' '), grouped(card, '-')];
  return [...encodingsOf(secret), ...cards];
}

/** Repeats secrets and cards in header names and values, in fields of JSON objects, and in the text of refusals. */
export function echoes(secret: string): Change {
  return ({ status, headers, body }, asked) => {
    const leaks = leaksOf(secret, asked.body.toString('utf8'));
    const shown = { leaked: leaks, said: `your secret is ${leaks.join(' or ')}.` };
    const text = body.toString('utf8');
    const isObject = text.startsWith('{');
    const withLeaks = isObject ? `${JSON.stringify(shown).slice(0, -1)},${text.slice(1)}` : text;
    const repeated = status >= 400 && !isObject ? `${text} ${leaks.join(' ')}` : withLeaks;
    const otherHeaders = headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'content-length');
    // A header allows fewer characters than a body.
    const plain = leaks.filter((leak) => /^[!-~]+$/.test(leak));
    const named = Buffer.from(secret).toString('hex');
    return {
      status,
      headers: [...otherHeaders, 'X-Echo', plain.join(' '), `X-${named}`, 'echo', `X-${named.toUpperCase()}`, 'echo'],
      body: Buffer.from(repeated),
    };
  };
}
