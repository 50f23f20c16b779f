import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';

/** A cookie is set anew and an address carries its query on: neither tells what is not known. */
const carriers = ['set-cookie', 'location', 'content-location', 'link'];

/** The fault of an answer that shows one of these secrets, each by the label that stands for it; `body` is its body without what may be shown. */
export function leakedSecretFault(
  { id, line, request }: Exchange,
  labels: readonly string[],
  body?: string,
): Fault | undefined {
  const { answer } = line;
  if (!answer) return undefined;
  const bytes = Buffer.from(answer.body.base64 ?? '', 'base64').toString('latin1');
  const headers = answer.headers.flatMap(([name, value]) => (carriers.includes(name.toLowerCase()) ? [] : [value]));
  const texts = [body ?? answer.body.text ?? bytes, ...headers];
  const secret = labels.find((label) => texts.some((text) => text.includes(`<${label}>`)));
  return secret === undefined ? undefined : { code: 'echoed', request, secret, exchanges: [id] };
}

/** The host of an address; empty where it has none. */
export const hostIn = (address: string, base?: string) =>
  URL.canParse(address, base) ? new URL(address, base).hostname : '';

const site = (host: string) => host.split('.').slice(-2).join('.');

const redirects = [301, 302, 303, 307, 308];

/** The fault of a redirect to a host of another site than these: that of the target, and others that it names. */
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
