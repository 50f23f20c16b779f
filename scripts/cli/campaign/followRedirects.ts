import { fetch, type Response } from 'undici';
import { publicAddresses, type Resolve } from '../../../traffic/transport/publicAddresses.ts';
import { openWire } from '../../../traffic/transport/wire.ts';

/** More redirects than this lead nowhere. */
const mostHops = 5;

const redirects: readonly number[] = [301, 302, 303, 307, 308];

function nextOf({ status, headers }: Response, from: URL): URL | undefined {
  const to = headers.get('location');
  return to !== null && redirects.includes(status) && URL.canParse(to, from.href) ? new URL(to, from) : undefined;
}

/** A place to ask, and whether somebody else than the user has named it. */
interface Hop {
  url: URL;
  isTold: boolean;
}

async function ask({ url, isTold }: Hop, signal: AbortSignal, resolve?: Resolve): Promise<Response> {
  if (!isTold) return fetch(url, { signal, redirect: 'manual' });
  const addresses = /^https?:$/.test(url.protocol) ? await publicAddresses(url, resolve) : [];
  if (addresses.length === 0) throw new Error(`it leads to ${url.host}, which is not on the public Internet`);
  return fetch(url, { signal, redirect: 'manual', dispatcher: openWire(addresses) });
}

/**
 * What an address answers with that the user has named, at the end of its redirects: within its own origin, and to the public Internet, but never
 * to where only we can go.
 */
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
