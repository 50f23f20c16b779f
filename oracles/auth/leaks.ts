import { urlOf } from '../../schemas/domain/urlOf.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';

/** Headers that may repeat a secret: the target sets a cookie again, or an address keeps its query. These headers reveal nothing new. */
const carriers = ['set-cookie', 'location', 'content-location', 'link'];

/** Returns the texts of an answer in which a secret is news: its body, or what is given for it, and its headers but the carriers. */
function shownTexts({ line: { answer } }: Exchange, body?: string): string[] {
  if (!answer) return [];
  const bytes = Buffer.from(answer.body.base64 ?? '', 'base64').toString('latin1');
  const headers = answer.headers.flatMap(([name, value]) => (carriers.includes(name.toLowerCase()) ? [] : [value]));
  return [body ?? answer.body.text ?? bytes, ...headers];
}

/**
 * Returns the fault of an answer that repeats a secret with one of these labels. `body` is the body of the answer without the parts that may show these
 * secrets.
 */
export function leakedSecretFault(exchange: Exchange, labels: readonly string[], body?: string): Fault | undefined {
  const texts = shownTexts(exchange, body);
  const secret = labels.find((label) => texts.some((text) => text.includes(`<${label}>`)));
  return secret === undefined
    ? undefined
    : { code: 'echoed', request: exchange.request, secret, exchanges: [exchange.id] };
}

/** The host of an address; empty if it has none. */
export const hostIn = (address: string, base?: string) => urlOf(address, base)?.hostname ?? '';

const site = (host: string) => host.split('.').slice(-2).join('.');

const redirects = [301, 302, 303, 307, 308];

/** Returns the fault of a redirect to another site. The site of the target and the sites in `others` are allowed. */
export function foreignRedirectFault(
  exchange: Exchange,
  baseUrl: string,
  others: readonly string[] = [],
): Fault | undefined {
  const { id, status = 0, request } = exchange;
  const location = exchange.header('location');
  if (location === undefined || !redirects.includes(status)) return undefined;
  const host = hostIn(location, baseUrl);
  const own = [hostIn(baseUrl), ...others].map(site);
  if (host === '' || own.includes(site(host))) return undefined;
  const seen = `${status} to ${excerpt(host)}`;
  return { code: 'ledAway', request, wanted: hostIn(baseUrl), seen, exchanges: [id] };
}

/** What stands in the journal for the secret of an account. */
const accountSecret = /<(secret of [^<>]{1,80})>/;

/** Reports an answer that shows the secret of an account of the target file (AUT-11). */
export function showsNoSecret(exchange: Exchange): Fault | undefined {
  const secret = shownTexts(exchange)
    .map((text) => accountSecret.exec(text)?.[1])
    .find((one) => one !== undefined);
  return secret === undefined ? undefined : leakedSecretFault(exchange, [secret]);
}

/** Reports a documented operation that is answered with a redirect to another site: a client that follows it sends its credential there (AUT-12). */
export function leadsNowhereElse({ target }: RunRecord): (exchange: Exchange) => Fault | undefined {
  return (exchange) =>
    target && exchange.line.operation !== undefined ? foreignRedirectFault(exchange, target.baseUrl) : undefined;
}
