import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { publicAddresses, type Resolve } from '../../../traffic/transport/publicAddresses.ts';
import type { Api } from '../../worker/api.ts';

/** The page that a pay-in sends its payer to, or why it is not opened. */
export type PayPage = { page: Exchange } | { fault: Fault };

function urlIn(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** An accepted pay-in of a target, and who resolves the name of its page where the system is not to. */
interface Sent {
  target: Target;
  made: Exchange;
  resolve?: Resolve;
}

/** Opens the payUrl of an accepted pay-in as its payer would: no credential is sent, no redirect followed (§ Payments, rule 3). */
export async function openPayPage(api: Api, { target, made, resolve }: Sent): Promise<PayPage> {
  const exchanges = [made.id];
  const payUrl = textField(made.json, 'payUrl');
  if (made.class === 'accepted' && payUrl === undefined)
    return { fault: { code: 'notApplicable', reason: 'this pay-in is paid without a page', exchanges } };
  const url = urlIn(payUrl ?? '');
  if (!url) return { fault: { code: 'noEvidence', wanted: 'a pay-in with an absolute payUrl', exchanges } };
  // Wherever the target is, its own pages are open: it is asked all the time.
  if (url.origin === new URL(target.baseUrl).origin) return { page: await api.open(url) };
  const addresses = await publicAddresses(url, resolve);
  if (addresses.length > 0) return { page: await api.open(url, addresses) };
  const reason = `the page is of ${url.host}, a name or a network that is not opened from here`;
  return { fault: { code: 'notApplicable', reason, exchanges } };
}
