import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';

/** What the revocation of a token needs, with the API for the token. */
interface Revoking {
  worker: Pick<Worker, 'target'>;
  assertions: TestAssertionLog;
  control: ControlActions;
  by: Api;
}

/**
 * Has a revoked token restored, uses it, and has it revoked again, where a test control API does both (§ Authentication: at any time). Asserts that it is refused
 * then; the interface does not say how soon.
 */
export async function refusesOnceRevoked({ worker, assertions, control, by }: Revoking): Promise<void> {
  const { label = '' } = worker.target.credentials.find(({ purpose }) => purpose === 'revoked') ?? {};
  if (!control.declared || !(await control.tryRestore(label))) return;
  const used = await by.send(read.methods());
  await control.revoke(label);
  if (used.class !== 'accepted') return;
  let last: Exchange | undefined;
  const ask = async () => {
    last = await by.send(read.methods(), { purpose: 'defect' });
  };
  await by.until(ask, () => last?.class === 'refused', worker.target.deadlines.visibleMs);
  const defect = 'a read by a token that was revoked while it was in use';
  if (last) assertions.assert('refused', { exchange: last.id, control: used.id, defect });
}
