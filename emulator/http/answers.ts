import { type Answer, header } from '../domain/httpMessages.ts';
import { type Json, writeJson } from '../domain/json.ts';
import type { Operation } from '../domain/operations.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Context } from '../instance/context.ts';
import type { Service } from '../instance/instance.ts';
import type { OrderIdForm } from '../rules/core/errors.ts';
import type { Rules } from '../rules/index.ts';

/** The JSON answer of an operation. */
export function jsonAnswer(value: Json, operation: Operation, rules: Rules): Answer {
  const text = rules.jsonSpaced(writeJson(rules.jsonAnswered(value, operation), rules.numberText));
  return {
    status: rules.successStatus(operation),
    contentType: rules.jsonType(operation),
    text: rules.jsonText(text, operation),
  };
}

const formOf = ({ call, rules, operation }: Context): OrderIdForm =>
  rules.orderIdForm(header(call, 'accept'), operation);

/** True if the client accepts the type in which an order id is answered. */
export const isOrderIdAcceptable = (context: Context): boolean => formOf(context) !== 'none';

/** The plain-text answer of the two creations that return a bare order identifier, unless a rule gives it another form. */
export function orderAnswer(orderId: string, context: Context): Answer {
  const { rules, operation } = context;
  const form = formOf(context);
  const text = rules.orderIdText(orderId, operation);
  const status = rules.successStatus(operation);
  if (form === 'quoted' || form === 'object')
    return {
      status,
      contentType: rules.jsonType(operation),
      text: JSON.stringify(form === 'quoted' ? text : { orderId: text }),
    };
  return { status, contentType: rules.plainType(operation), text };
}

/** The answer to a refused request; `nth` counts the refusals with this code. */
export const refusalAnswer = (
  { code, message, headers }: Pick<Refusal, 'code' | 'message' | 'headers'>,
  rules: Rules,
  nth = 1,
): Answer => ({
  status: rules.refusalStatus(code, nth),
  ...rules.refusalContent(code, message),
  headers,
});

/** Runs the work, and turns a thrown Refusal into its answer. */
export function answeringRefusals(
  { instance, rules }: Pick<Service, 'instance' | 'rules'>,
  work: () => Answer,
): Answer {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const nth = (instance.refused.get(error.code) ?? 0) + 1;
    instance.refused.set(error.code, nth);
    return refusalAnswer(error, rules, nth);
  }
}
