import { readBackPath } from '../../../runner/actions/acquiring/readBack.ts';
import { Api } from '../../../runner/worker/api.ts';
import { explanatoryReads } from '../../../runner/worker/explanatoryReads.ts';
import type { Worker } from '../../../runner/worker/worker.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';

type Look = (api: Api, worker: Worker, created: Exchange) => Promise<void>;

/** Reads a payment by search, and by its own id if the answer shows it. */
const payment: Look = async (api, _, created) => {
  const { clientOrderId } = created.line.request;
  if (clientOrderId !== undefined && clientOrderId !== '') await api.look(created);
  const id = textField(created.json, 'id');
  if (id !== undefined) await api.send(read.payment(id), { purpose: 'look' });
};

/** Reads a checkout or a request, if the target file names a path for it. */
const readBack =
  (kind: ReadBack): Look =>
  async (api, { target }, created) => {
    const [, project = ''] = /crypto-acquiring\/([^/?]+)\//.exec(created.line.request.path) ?? [];
    const id = textField(created.json, 'id');
    const path = id === undefined ? undefined : readBackPath(target.paths, kind, { project, id });
    if (path !== undefined) await api.send(read.methods(), { path, readBack: kind, purpose: 'look' });
  };

/** The reads after an accepted write, by operation. */
const looks: Readonly<Record<string, Look>> = {
  'POST /v1/user/payments/payin': payment,
  'POST /v1/user/payments/payout': payment,
  'POST /v1/user/exchange': payment,
  'POST /v1/user/crypto-acquiring/{projectId}/checkouts': readBack('checkout'),
  'POST /v1/user/crypto-acquiring/{projectId}/requests': readBack('request'),
};

/**
 * Reads what a write has left behind and what may explain its answer, as a run does. Sends only GETs. A refused payment is searched for by its clientOrderId.
 */
export async function readBackEffects(worker: Worker, requirement: string, sent: Exchange): Promise<void> {
  const { operation = '', request } = sent.line;
  if (request.method === 'GET' || request.account !== undefined) return;
  const api = new Api(worker, requirement);
  for (const look of explanatoryReads(sent)) await api.send(look, { purpose: 'reread' });
  if (sent.class === 'accepted') return looks[operation]?.(api, worker, sent);
  const isPayment = operation.startsWith('POST /v1/user/payments/');
  if (sent.class === 'refused' && isPayment && request.clientOrderId) await api.look(sent);
}
