import { newCheckout } from '../acquiring/newCheckout.ts';
import { projectOf, requireFields } from '../acquiring/projectInput.ts';
import { Refusal } from '../domain/refusal.ts';
import { jsonAnswer } from '../http/answers.ts';
import { readRequestBody } from '../http/requestBody.ts';
import type { Endpoint } from '../instance/context.ts';
import { checkoutRecord } from '../records/checkoutRecord.ts';

/** POST /v1/user/crypto-acquiring/{projectId}/checkouts: creates an invoice that waits for its payer (§ Checkout). */
export const createCheckout: Endpoint = (context) => {
  const { instance, rules, operation } = context;
  const project = projectOf(context);
  const body = readRequestBody(context);
  requireFields(context, body);
  const checkout = newCheckout(context, { project, body });
  return jsonAnswer(checkoutRecord(checkout, instance, rules), operation, rules);
};

/** GET …/{projectId}/checkouts/{checkoutId}: reads a checkout back (not in interface.md). */
export const getCheckout: Endpoint = (context) => {
  const { instance, rules, operation, parameters } = context;
  const project = projectOf(context);
  const checkout = instance.checkouts.get(parameters[1] ?? '');
  if (checkout?.project.id !== project.id) throw new Refusal('unknown_record', 'There is no such checkout');
  return jsonAnswer(checkoutRecord(checkout, instance, rules), operation, rules);
};
