import type { Api } from './api.ts';
import { hasEnded } from './ended.ts';
import type { Exchange } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import { type Levers, noLever } from './levers.ts';
import { bundleOf } from './neutral.ts';
import { addressOf } from './oracles/bundle.ts';
import { lackIn } from './oracles/reply.ts';
import { ownBundles } from './ownBundles.ts';
import { type Payable, payableOf } from './payable.ts';
import { create, type Plan, read } from './plan.ts';
import type { Projects, Widget } from './projects.ts';
import { readBackPath } from './readBack.ts';
import { field, textField } from './record.ts';
import type { Stage } from './stage.ts';
import { checkoutBody, requestBody } from './transfers.ts';

/** Something of which webhooks are to tell soon: what their bodies contain, and what makes it move. */
export interface Moving {
  match: string;
  move(): Promise<void>;
}

/** The kinds of webhook that a run can cause by itself. */
export type MovedKind = 'payment' | 'checkout' | 'request' | 'staticAddressPayment';

/** What makes records move, each of a kind of webhook; what the target lacks for it stops the test. */
export type Movers = Readonly<Record<MovedKind, () => Promise<Moving>>>;

/** What movers are made from. */
export interface MoverParts {
  api: Api;
  stage: Stage;
  levers: Levers;
  projects: Projects;
  ledger: Ledger;
  /** A pay-out to a card for which the sandbox knows an end, or a pay-in that a lever settles. */
  payment(): { plan: Plan; isSettled: boolean };
}

async function made({ api, stage, ledger }: MoverParts, plan: Plan): Promise<Exchange> {
  const created = await api.send(plan);
  if (created.class === 'accepted') return created;
  return ledger.stop(lackIn(stage.record, created, 'something that moves'));
}

async function payable({ projects, ledger }: MoverParts): Promise<Payable> {
  const widgets = await projects.all();
  const hint = 'the deposit options show no minimum for any asset';
  const exchanges = widgets.map(({ options }) => options.id);
  return payableOf(widgets) ?? ledger.stop({ code: 'missing', wanted: 'an asset to be paid in', hint, exchanges });
}

async function payment(parts: MoverParts): Promise<Moving> {
  const { api, stage, levers } = parts;
  const key = stage.freshKey();
  const { plan, isSettled } = parts.payment();
  return {
    match: key,
    move: async () => {
      const created = await made(parts, { ...plan, body: { ...plan.body, clientOrderId: key } });
      const id = textField(created.json, 'id');
      if (isSettled && id !== undefined) await levers.settle(id, { status: 'SUCCESS' }, () => hasEnded(api, id));
      await api.reaches(created, 'SUCCESS');
    },
  };
}

async function checkout(parts: MoverParts): Promise<Moving> {
  if (!parts.levers.declared) parts.ledger.stop(noLever);
  const { project, asset, price } = await payable(parts);
  const created = await made(parts, create.checkout(project, checkoutBody(price)));
  const id = textField(created.json, 'id') ?? '';
  return {
    match: id,
    move: async () => {
      await parts.levers.choose(id, { asset });
      await payChosen(parts, { project, asset, id });
    },
  };
}

/** Pays a checkout in which was chosen, where it can be read, and reads it until that shows: it moves more than once. */
async function payChosen(parts: MoverParts, { asset, ...of }: { project: string; asset: string; id: string }) {
  const { api, levers, stage } = parts;
  const path = readBackPath(stage.target.paths, 'checkout', of);
  if (path === undefined) return;
  const look = () => api.send(read.methods(), { path, readBack: 'checkout', purpose: 'look' });
  let { json } = await look();
  const chosen = textField(json, 'status');
  const request = field(json, 'request');
  const [address, amount] = [textField(request, 'address'), field(request, 'payAmount')];
  if (address === undefined || amount === undefined) return;
  await levers.pay({ asset, address, amount: String(amount) });
  const again = async () => {
    json = (await look()).json;
  };
  await api.until(again, () => textField(json, 'status') !== chosen, stage.target.deadlines.visibleMs);
}

async function request(parts: MoverParts): Promise<Moving> {
  if (!parts.levers.declared) parts.ledger.stop(noLever);
  const { project, asset, price } = await payable(parts);
  const created = await made(parts, create.request(project, requestBody(asset, price)));
  const { json } = created;
  const [match = '', address = ''] = ['id', 'address'].map((name) => textField(json, name));
  const amount = String(field(json, 'payAmount') ?? '');
  return { match, move: () => parts.levers.pay({ asset, address, amount }) };
}

/** What is surely above the least that an address takes. */
const amply = '1000';

async function staticAddressPayment(parts: MoverParts): Promise<Moving> {
  const { api, stage, levers, projects, ledger } = parts;
  if (!levers.declared) ledger.stop(noLever);
  const [widget] = await projects.all();
  const [asset = ''] = ownBundles({ api, stage }, widget).assets;
  const bundle = await made(parts, bundlePlan(widget, { reference: stage.freshKey(), asset }));
  const wanted = 'a static address to pay to';
  const address = addressOf(bundle) ?? ledger.stop({ code: 'noEvidence', wanted, exchanges: [bundle.id] });
  return { match: address, move: () => levers.pay({ asset, address, amount: amply }) };
}

const bundlePlan = ({ id }: Widget, { reference, asset }: { reference: string; asset: string }) =>
  create.bundle(id, bundleOf(reference, [asset]));

/** The movers of one requirement. */
export function moversOf(parts: MoverParts): Movers {
  return {
    payment: () => payment(parts),
    checkout: () => checkout(parts),
    request: () => request(parts),
    staticAddressPayment: () => staticAddressPayment(parts),
  };
}
