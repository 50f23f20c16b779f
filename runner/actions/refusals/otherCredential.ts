import type { HeaderScheme } from '../../../schemas/domain/signingSchemes.ts';
import type { Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';

/** A request with a credential that may not make it: the API for that credential, the scheme (signed by default), and what is wrong, in words. */
interface Attempt {
  by: Api;
  scheme?: HeaderScheme;
  defect: string;
}

/** Sends a valid request by the account under test and by a credential that may not make it, and asserts that the second is refused. */
export async function refusesCredential(
  { api, assertions }: { api: Api; assertions: TestAssertionLog },
  plan: Plan,
  { by, scheme, defect }: Attempt,
): Promise<void> {
  const control = await api.control(plan);
  const sent = await by.send(plan, { ...(scheme && { scheme }), purpose: 'defect' });
  assertions.assert('refused', { exchange: sent.id, control: control.id, defect });
}
