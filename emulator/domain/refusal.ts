/** The reason for refusing a request; each is one code of the error body (§ Errors leaves codes open). */
export type RefusalCode =
  | 'unauthorized'
  | 'token_revoked'
  | 'forbidden'
  | 'unknown_path'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'malformed_request'
  | 'not_acceptable'
  | 'unsupported_type'
  | 'empty_body'
  | 'malformed_json'
  | 'repeated_key'
  | 'too_deep'
  | 'too_long'
  | 'not_an_object'
  | 'missing_field'
  | 'wrong_type'
  | 'bad_value'
  | 'bad_amount'
  | 'unknown_method'
  | 'below_minimum'
  | 'above_maximum'
  | 'insufficient_funds'
  | 'client_order_id_taken'
  | 'equal_order'
  | 'bad_query'
  | 'bad_sort'
  | 'unknown_payment'
  | 'malformed_id'
  | 'unknown_project'
  | 'malformed_project'
  | 'unknown_pair'
  | 'unknown_asset'
  | 'unknown_record'
  | 'illegal_move'
  | 'rate_limited';

/** The refusal of a request. An endpoint throws the refusal, and the service turns it into a client error, with further headers if needed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}
