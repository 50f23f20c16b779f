import type { WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import type { RegistrationLine } from '../../../traffic/journal/journalTypes.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import { callControlApi } from '../../../traffic/transport/controlApi.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { NumberedSecret } from './digest.ts';
import { pathsOf, type RegistrationWay } from './registrationWays.ts';

/** Where the webhooks of a kind are sent from now on; a null address removes the registration. */
interface Registration {
  kind: WebhookKind;
  url: string | null;
  secret?: NumberedSecret | undefined;
}

/** What a registration needs of its run. */
export interface Registrar {
  target: Target;
  shard: number | undefined;
  /** Calls a function with an API that redacts the secrets of webhooks. */
  withApi<T>(use: (api: Api) => Promise<T>): Promise<T>;
}

type Register = (registrar: Registrar, registration: Registration) => Promise<boolean>;

/** Returns the fields of a registration for the control API and for the target's own API. */
const bodyOf = ({ url, secret }: Registration) => ({ url, ...(secret && { secret: secret.value }) });

const byControlApi: Register = async ({ target: { control } }, registration) => {
  if (!control) return false;
  const body = { kind: registration.kind, ...bodyOf(registration) };
  const answer = await callControlApi(control, { what: 'webhooks', body });
  return 'status' in answer && answer.status < 300;
};

const byApi: Register = async (registrar, registration) => {
  const paths = pathsOf(registrar.target, registration.kind);
  const body = bodyOf(registration);
  const all = (api: Api) =>
    Promise.all(paths.map((path) => api.send(create.registration(body), { path, purpose: 'look' })));
  try {
    const answers = await registrar.withApi(all);
    return answers.length > 0 && answers.every((answer) => answer.class === 'accepted');
  } catch (error) {
    // The client has already logged why, and the run is halted.
    if (error instanceof Unreachable) return false;
    throw error;
  }
};

const registers: Readonly<Record<RegistrationWay, Register>> = {
  control: byControlApi,
  api: byApi,
  // According to the target file, the operator has already registered the webhook.
  operator: async () => true,
};

/** A registration, with the way to make it and its requirement. */
export interface RegistrationOrder extends Registration {
  way: RegistrationWay;
  requirement: string;
}

/** Registers a webhook; returns the journal line with the result. */
export async function registerWebhook(registrar: Registrar, ordered: RegistrationOrder): Promise<RegistrationLine> {
  const { kind: webhook, url, secret, way: by, requirement } = ordered;
  const { shard } = registrar;
  const askedNs = String(process.hrtime.bigint());
  const ok = await registers[by](registrar, ordered);
  return {
    kind: 'registration',
    requirement,
    webhook,
    by,
    ...(secret && { secret: secret.number }),
    ...(url === null && { removed: true }),
    ...(shard !== undefined && { shard }),
    ok,
    askedNs,
    atNs: String(process.hrtime.bigint()),
  };
}
