import { fetch, type Response } from 'undici';
import { urlOf } from '../../../schemas/domain/urlOf.ts';
import { publicAddresses, type Resolve } from '../../../traffic/transport/publicAddresses.ts';
import { openWire } from '../../../traffic/transport/wire.ts';

/** The most redirects that are followed. */
const mostHops = 5;

const redirects: readonly number[] = [301, 302, 303, 307, 308];

function nextOf({ status, headers }: Response, from: URL): URL | undefined {
  const to = headers.get('location');
  return to !== null && redirects.includes(status) ? urlOf(to, from.href) : undefined;
}

/** An address to fetch, and whether a server named it instead of the user. */
interface Hop {
  url: URL;
  isTold: boolean;
}

async function ask({ url, isTold: isFromServer }: Hop, signal: AbortSignal, resolve?: Resolve): Promise<Response> {
  if (!isFromServer) return fetch(url, { signal, redirect: 'manual' });
  const addresses = /^https?:$/.test(url.protocol) ? await publicAddresses(url, resolve) : [];
  if (addresses.length === 0) throw new Error(`the redirect leads to ${url.host}, which is not on the public Internet`);
  return fetch(url, { signal, redirect: 'manual', dispatcher: openWire(addresses) });
}

/** Fetches an address named by the user and follows its redirects: within its own origin, and to the public Internet, but never to other private addresses. */
export async function followRedirects(address: string, signal: AbortSignal, resolve?: Resolve): Promise<Response> {
  let hop: Hop = { url: new URL(address), isTold: false };
  for (let hops = 0; hops <= mostHops; hops += 1) {
    const answer = await ask(hop, signal, resolve);
    const next = nextOf(answer, hop.url);
    if (!next) return answer;
    await answer.body?.cancel();
    hop = { url: next, isTold: hop.isTold || next.origin !== hop.url.origin };
  }
  throw new Error(`more than ${mostHops} redirects`);
}
