import type { Context } from 'hono';
import { Fields } from '../core/fields.ts';
import { type Json, writeJson } from '../core/json.ts';
import type { Account } from '../domain/account.ts';

/** What the steps before a handler leave for it: the body as sent and the account that sent it. */
export interface Env {
  Variables: { raw: Uint8Array; account: Account };
}

/** The context of one call. */
export type Call = Context<Env>;

/** Answers with JSON. */
export function json(value: Json, status = 200): Response {
  return new Response(writeJson(value), { status, headers: { 'Content-Type': 'application/json' } });
}

/** Answers with the bare identifier of an order, under the content type that the interface names. */
export function plainOrderId(orderId: string): Response {
  return new Response(orderId, { status: 201, headers: { 'Content-Type': 'plain/text' } });
}

/** The fields of the JSON body of a call. */
export function bodyFields(call: Call): Fields {
  return Fields.fromBody(call.get('raw'));
}
