import { bundleBody } from '../../generators/payloads/bundle.ts';
import { firstAddressOf } from '../../oracles/acquiring/bundles/bundleAddresses.ts';
import { missingFault } from '../../oracles/general/acceptance.ts';
import { addressTermsOf } from '../../oracles/webhooks/deposits/deposits.ts';
import type { WebhookKind } from '../../schemas/domain/webhookKinds.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, textField } from '../../traffic/journal/runRecord.ts';
import { create, type Plan, read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import { type ControlActions, noControlApi } from '../worker/controlActions.ts';
import type { TestAssertionLog } from '../worker/testAssertionLog.ts';
import type { Worker } from '../worker/worker.ts';
import { ampleAmount, mostOf } from './acquiring/depositAmounts.ts';
import { ownBundles } from './acquiring/ownBundles.ts';
import { type PayableAsset, payableAssetOf } from './acquiring/payableAsset.ts';
import type { Projects, Widget } from './acquiring/projects.ts';
import { readBackPath } from './acquiring/readBack.ts';
import { askedCheckout, askedRequest } from './acquiring/transfers.ts';
import { hasEnded } from './payments/hasEnded.ts';

/** A record whose change should cause webhooks: a text that their bodies contain, and the action that changes it. */
export interface WebhookTrigger {
  match: string;
  trigger(): Promise<void>;
}

/** What webhook triggers need. */
export interface WebhookTriggerParts {
  api: Api;
  worker: Worker;
  control: ControlActions;
  projects: Projects;
  log: TestAssertionLog;
  /** Returns a pay-out to a card with a known result in the sandbox, or a pay-in that the control API settles. */
  payment(): { plan: Plan; isSettled: boolean };
}

/** Sends a creation, and stops the test unless it is accepted. What `what` describes must be accepted. */
async function made({ api, worker, log }: WebhookTriggerParts, plan: Plan, what?: string): Promise<Exchange> {
  const created = await api.send(plan);
  if (what !== undefined) log.assert('accepted', { exchange: created.id, what });
  if (created.class === 'accepted') return created;
  return log.stop(missingFault(worker.record, created, 'an accepted creation of a record that changes'));
}

async function payable({ projects, log }: WebhookTriggerParts): Promise<PayableAsset> {
  const widgets = await projects.all();
  const hint = 'the deposit options show no minimum for any asset';
  const exchanges = widgets.map(({ options }) => options.id);
  return payableAssetOf(widgets) ?? log.stop({ code: 'missing', wanted: 'an asset to be paid in', hint, exchanges });
}

async function payment(parts: WebhookTriggerParts): Promise<WebhookTrigger> {
  const { api, worker, control } = parts;
  const key = worker.freshKey();
  const { plan, isSettled } = parts.payment();
  return {
    match: key,
    trigger: async () => {
      const what = isSettled ? 'a pay-in' : 'a pay-out to the succeeding mock card';
      const created = await made(parts, { ...plan, body: { ...plan.body, clientOrderId: key } }, what);
      const id = textField(created.json, 'id');
      if (isSettled && id !== undefined) await control.settle(id, { status: 'SUCCESS' }, () => hasEnded(api, id));
      await api.reaches(created, 'SUCCESS');
    },
  };
}

async function checkout(parts: WebhookTriggerParts): Promise<WebhookTrigger> {
  if (!parts.control.declared) parts.log.stop(noControlApi);
  const { project, asset, price } = await payable(parts);
  const created = await made(parts, create.checkout(project, askedCheckout(price)));
  const id = textField(created.json, 'id') ?? '';
  return {
    match: id,
    trigger: async () => {
      await parts.control.choose(id, { asset });
      await payChosen(parts, { project, asset, id });
    },
  };
}

/**
 * Pays a checkout whose asset is already chosen, and reads it until its status changes, so that the status changes more than once. Does nothing if the checkout
 * cannot be read.
 */
async function payChosen(parts: WebhookTriggerParts, { asset, ...of }: { project: string; asset: string; id: string }) {
  const { api, control, worker } = parts;
  const path = readBackPath(worker.target.paths, 'checkout', of);
  if (path === undefined) return;
  const look = () => api.send(read.methods(), { path, readBack: 'checkout', purpose: 'look' });
  let { json } = await look();
  const chosen = textField(json, 'status');
  const request = field(json, 'request');
  const [address, amount] = [textField(request, 'address'), field(request, 'payAmount')];
  if (address === undefined || amount === undefined) return;
  await control.pay({ asset, address, amount: String(amount) });
  const again = async () => {
    json = (await look()).json;
  };
  await api.until(again, () => textField(json, 'status') !== chosen, worker.target.deadlines.visibleMs);
}

async function request(parts: WebhookTriggerParts): Promise<WebhookTrigger> {
  if (!parts.control.declared) parts.log.stop(noControlApi);
  const { project, asset, price } = await payable(parts);
  const created = await made(parts, create.request(project, askedRequest(asset, price)));
  const { json } = created;
  const [match = '', address = ''] = ['id', 'address'].map((name) => textField(json, name));
  const amount = String(field(json, 'payAmount') ?? '');
  return { match, trigger: () => parts.control.pay({ asset, address, amount }) };
}

/** So many times the minimum and the fees of an address are surely enough. */
const amply = 20;

async function staticAddressPayment(parts: WebhookTriggerParts): Promise<WebhookTrigger> {
  const { api, worker, control, projects, log } = parts;
  if (!control.declared) log.stop(noControlApi);
  const widget = await projects.drawn(`${log.id}, a static address`);
  const [asset = ''] = ownBundles({ api, worker }, widget).assets;
  const bundle = await made(parts, bundlePlan(widget, { reference: worker.freshKey(), asset }));
  const wanted = 'a static address to pay to, with its limits and fees';
  const address = firstAddressOf(bundle) ?? log.stop({ code: 'noEvidence', wanted, exchanges: [bundle.id] });
  const terms = addressTermsOf(bundle, asset) ?? log.stop({ code: 'noEvidence', wanted, exchanges: [bundle.id] });
  const amount = ampleAmount(terms, { by: amply, nth: 1, most: mostOf(widget.options.json, asset) }).toFixed();
  return { match: address, trigger: () => control.pay({ asset, address, amount }) };
}

const bundlePlan = ({ id }: Widget, { reference, asset }: { reference: string; asset: string }) =>
  create.bundle(id, bundleBody(reference, [asset]));

const triggers = { payment, checkout, request, staticAddressPayment } satisfies Partial<
  Record<WebhookKind, (parts: WebhookTriggerParts) => Promise<WebhookTrigger>>
>;

/** A kind of webhook that a run can cause. */
export type TriggeredKind = keyof typeof triggers;

/** The kinds of webhook that a run can cause. */
export const triggeredKinds = Object.keys(triggers) as readonly TriggeredKind[];

/** Changes a record, so that a webhook of a kind is sent. If the target lacks what the action needs, the test stops. */
export const triggerOf = (kind: TriggeredKind, parts: WebhookTriggerParts): Promise<WebhookTrigger> =>
  triggers[kind](parts);
