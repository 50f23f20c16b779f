import { withoutFields } from '../../../generators/payloads/withoutFields.ts';
import { type Plan, withBody } from '../../../traffic/transport/requestPlan.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A change of a valid body. The contract may not allow the changed body. */
export type BodyChange = (valid: Fields) => Record<string, unknown>;

/** Sets fields. */
export const having =
  (fields: Fields): BodyChange =>
  (valid) => ({ ...valid, ...fields });

/** Leaves out fields. */
export const lacking =
  (...names: readonly string[]): BodyChange =>
  (valid) =>
    withoutFields(valid, ...names);

/** Returns a plan with a changed body. */
export const changed = (valid: Plan, change: BodyChange): Plan => withBody(valid, change(valid.body ?? {}));
