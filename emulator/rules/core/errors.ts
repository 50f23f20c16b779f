import { type Json, writeJson } from '../../domain/json.ts';
import type { Operation } from '../../domain/operations.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { choice, manner, predicate } from './ruleKind.ts';

/** The body of an answer and its content type; an empty body has no type. */
export interface Content {
  readonly contentType: string | null;
  readonly text: string;
}

const STATUS: Partial<Record<RefusalCode, number>> = {
  unauthorized: 401,
  token_revoked: 401,
  forbidden: 403,
  unknown_path: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  not_acceptable: 406,
  unsupported_type: 415,
  client_order_id_taken: 409,
  equal_order: 409,
  illegal_move: 409,
  unknown_payment: 404,
  malformed_id: 404,
  unknown_project: 404,
  malformed_project: 404,
  unknown_pair: 404,
  unknown_asset: 404,
  unknown_record: 404,
  rate_limited: 429,
};

/** How an order id is answered: bare, quoted, in an object, or not at all because the client accepts no such type. */
export type OrderIdForm = 'bare' | 'quoted' | 'object' | 'none';

/** No body of interface.md is nested deeper than three levels; a much deeper one is still cheap to check. */
const MAX_DEPTH = 200;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The format of successful answers and errors (§ General conventions, § Errors). */
export const errorRules = {
  /** A refusal is a client error, however often it occurs: 400 unless another status is more specific. */
  refusalStatus: choice((code: RefusalCode, _nth = 1): number => STATUS[code] ?? 400),
  /** The body of a refusal: JSON with a message and a code. */
  refusalContent: choice(
    (code: RefusalCode, message: string): Content => ({ contentType: JSON_TYPE, text: writeJson({ message, code }) }),
  ),
  /** A body is read as JSON, whatever content type it names. */
  contentTypeAccepted: manner((_contentType: string | undefined): boolean => true),
  /** A body may be as long as the server allows. */
  bodySizeAccepted: manner((_bytes: number): boolean => true),
  /** True if a body may have this nesting depth. */
  depthAccepted: manner((depth: number): boolean => depth <= MAX_DEPTH),
  /** A repeated key is refused. */
  repeatedKeysAccepted: manner((): boolean => false),
  /** The text read as the body: the sent one, whatever the last valid body of the operation was. */
  bodyText: choice((sent: string, _last: string | null): string => sent),
  /** An operation answers only its own HTTP method. */
  answersVerb: predicate((asked: string, documented: string): boolean => asked === documented),
  /** The content type of JSON answers. */
  jsonType: choice((_operation: Operation): string | null => JSON_TYPE),
  /** The content type of the two plain-text answers. */
  plainType: choice((_operation: Operation): string | null => 'plain/text'),
  /** The form of the two plain-text answers, whatever types the client accepts. */
  orderIdForm: choice((_accept: string | undefined, _operation: Operation): OrderIdForm => 'bare'),
  /** The value answered as JSON: an object or an array. */
  jsonAnswered: choice((value: Json, _operation: Operation): Json => value),
  /** A JSON answer contains only the JSON text. */
  jsonText: choice((text: string, _operation: Operation): string => text),
};
