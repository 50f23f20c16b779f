import { authenticate } from '../harness/signing.ts';
import { readTarget } from '../harness/target.ts';

/** More payments than fit on a page of search: what a run sees of an account does not hang on how many there were before. */
const many = 110;

/** Fills the account of a target file with pay-ins. Throws when one is refused. */
export async function makeBusy(targetFile: string): Promise<void> {
  const { baseUrl, credentials } = readTarget(targetFile);
  for (let index = 0; index < many; index += 1) {
    const body = JSON.stringify({
      amount: 100,
      currency: 'TRY',
      method: 'CC_VISAMC',
      clientOrderId: `before-${index}`,
    });
    const signed = authenticate({ scheme: 'simple', credential: credentials[0] }, body);
    const headers = { 'Content-Type': 'application/json', ...Object.fromEntries(signed) };
    const { ok, status } = await fetch(`${baseUrl}/v1/user/payments/payin`, { method: 'POST', headers, body });
    if (!ok) throw new Error(`a pay-in was answered ${status}`);
  }
}
