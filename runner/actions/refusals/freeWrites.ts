import { bundleBody } from '../../../generators/payloads/bundle.ts';
import { paymentBody } from '../../../generators/payloads/payment.ts';
import { listedAssets } from '../../../oracles/answers/acquiringRecords.ts';
import { create, type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Compose } from '../inputs/draw.ts';
import { drawnBodies } from '../inputs/drawnBodies.ts';
import type { Methods } from '../inputs/methods.ts';
import { drawnItem } from '../inputs/turns.ts';

/** What the writes are made with; `name` tells them from those of other requirements. */
interface Parts {
  worker: Worker;
  api: Api;
  compose: Compose;
  methods: Methods;
  name: string;
}

/** Returns a pay-in of a drawn method. */
function payinOf({ worker, compose, methods }: Parts, name: string): Plan {
  return create.payin(compose(paymentBody(drawnItem(worker, `${name} method`, methods.payins()))));
}

/** Returns a checkout, a request and a bundle of a drawn project; none if the target names no project, or does not show its options. */
async function acquiringWrites({ worker, api }: Parts, name: string): Promise<Plan[]> {
  const [first, ...others] = worker.target.projects.map(({ id }) => id);
  if (first === undefined) return [];
  const project = drawnItem(worker, `${name} project`, [first, ...others]);
  const { class: kind, json } = await api.control(read.depositOptions(project));
  const [one, ...more] = kind === 'accepted' ? listedAssets(json) : [];
  if (one === undefined) return [];
  const asset = drawnItem(worker, `${name} asset`, [one, ...more]);
  const { checkout, request } = drawnBodies({ worker, name }, json, asset);
  return [
    create.checkout(project, checkout),
    ...(request ? [create.request(project, request)] : []),
    create.bundle(project, bundleBody(worker.freshKey(), [asset])),
  ];
}

/**
 * Returns rounds of writes that cost nothing even if a target takes them although it must refuse them: a pay-in, a checkout, a request and a bundle each. No two of
 * a kind have the same body: what is wrong with them must not hide behind what they say.
 */
export async function freeWrites(parts: Parts, rounds: number): Promise<Plan[]> {
  const all: Plan[] = [];
  for (let nth = 0; nth < rounds; nth += 1) {
    const name = `${parts.name} ${nth}`;
    all.push(payinOf(parts, name), ...(await acquiringWrites(parts, name)));
  }
  return all;
}
