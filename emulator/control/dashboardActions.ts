import { newCheckout } from '../acquiring/newCheckout.ts';
import { DOMAIN_STATES, type Project } from '../domain/acquiring.ts';
import type { Call } from '../domain/httpMessages.ts';
import type { Json } from '../domain/json.ts';
import { uuid } from '../domain/random.ts';
import { Refusal } from '../domain/refusal.ts';
import { flag, readBody, text } from '../http/bodyFields.ts';
import { type Account, type Instance, now, type Service } from '../instance/instance.ts';
import { storeBounded } from '../instance/ledger.ts';
import { applyScheduled } from '../lifecycle/scheduler.ts';
import { checkoutRecord } from '../records/checkoutRecord.ts';

/** A domain as the merchant enters it: without a scheme, a port or a path. */
const DOMAIN_NAME = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Submits, reviews or links a domain of a project, as the dashboard does (§ Project settings, Domains). Throws a Refusal for a link to an unapproved domain. */
export function setDomain({ instance, rules }: Service, call: Call, projectId: string): Json {
  applyScheduled(instance, rules);
  const { project } = projectNamed(instance, projectId);
  const body = readBody(call.body.toString('utf8'));
  const name = text(body, 'name') ?? '';
  const state = DOMAIN_STATES.find((known) => known === (text(body, 'state') ?? 'PENDING'));
  const linked = flag(body, 'linked');
  if (!DOMAIN_NAME.test(name)) throw new Refusal('bad_value', 'name is not a domain, written without a scheme');
  if (state === undefined) throw new Refusal('bad_value', `state is none of ${DOMAIN_STATES.join(', ')}`);
  if (linked && state !== 'SUCCESS') throw new Refusal('illegal_move', 'Only an approved domain is linked');
  const before = instance.pages.domains.get(project.id) ?? [];
  const wasLinked = linked || before.some((one) => one.name === name && (one.linked || one.wasLinked === true));
  const domains = [...before.filter((one) => one.name !== name), { name, state, linked, wasLinked }];
  instance.pages.domains.set(project.id, domains);
  return {
    projectId: project.id,
    domains: domains.map((one) => ({ name: one.name, state: one.state, linked: one.linked })),
  };
}

/** Creates a payment link with its checkout, as the dashboard does (§ Project settings, Payment links). Throws a Refusal like the creation of a checkout. */
export function createPaymentLink({ instance, rules }: Service, call: Call, projectId: string): Json {
  applyScheduled(instance, rules);
  const { project, account } = projectNamed(instance, projectId);
  const body = readBody(call.body.toString('utf8'));
  const links = { successfulLink: text(body, 'successfulLink'), failureLink: text(body, 'failureLink') };
  const made = newCheckout({ instance, rules, account, now: now(instance) }, { project, body, links });
  const checkout = rules.checkoutOfLink(made, () => [...instance.checkouts.values()]);
  const id = uuid(instance.random);
  storeBounded(instance.pages.links, id, checkout.id);
  return { url: `${instance.baseUrl}/link/${id}`, checkout: checkoutRecord(checkout, instance, rules) };
}

function projectNamed({ accounts }: Instance, id: string): { project: Project; account: Account } {
  for (const account of accounts) {
    const project = account.projects.find((one) => one.id === id);
    if (project) return { project, account };
  }
  throw new Refusal('unknown_project', 'There is no such project');
}
