import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { publicAddresses, type Resolve } from '../../../traffic/transport/publicAddresses.ts';
import type { Api } from '../../worker/api.ts';

/** The page to which a pay-in sends its payer, or the fault that says why this page is not opened. */
export type PayPage = { page: Exchange } | { fault: Fault };

function urlIn(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** An accepted pay-in of a target, and a name resolver to use instead of the system's. */
interface Sent {
  target: Target;
  made: Exchange;
  resolve?: Resolve;
}

/** Opens the payUrl of an accepted pay-in as its payer would: without credentials, without following redirects (§ Payments, rule 3). */
export async function openPayPage(api: Api, { target, made, resolve }: Sent): Promise<PayPage> {
  const exchanges = [made.id];
  const payUrl = textField(made.json, 'payUrl');
  if (made.class === 'accepted' && payUrl === undefined)
    return { fault: { code: 'notApplicable', reason: 'this pay-in has no payment page', exchanges } };
  const url = urlIn(payUrl ?? '');
  if (!url) return { fault: { code: 'noEvidence', wanted: 'a pay-in with an absolute payUrl', exchanges } };
  // Pages at the target's own origin may be opened, because the run sends requests there anyway.
  if (url.origin === new URL(target.baseUrl).origin) return { page: await api.open(url) };
  const addresses = await publicAddresses(url, resolve);
  if (addresses.length > 0) return { page: await api.open(url, addresses) };
  const reason = `the page is at ${url.host}, which has no public address, so it is not opened`;
  return { fault: { code: 'notApplicable', reason, exchanges } };
}
