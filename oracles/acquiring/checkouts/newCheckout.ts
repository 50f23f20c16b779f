import { formats, parseInstant } from '../../../schemas/domain/formats.ts';
import { isObject } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { creationFault, endsBeforeStartFaults, epochNsIn, projectInPath } from '../../core/newRecord.ts';
import { faultResult, learned, type OracleResult, toResult } from '../../core/result.ts';
import { accepted } from '../../general/acceptance.ts';
import { excuseFor } from '../../general/excuse.ts';
import { undocumentedFields } from './undocumentedFields.ts';

/** The fields of a checkout that hold free texts of the merchant. */
const words = ['clientOrderId', 'name', 'returnUrl'];

function timeFaults(made: Sighting): Fault[] {
  const sent = textField(made.exchange.sent, 'expiresAt');
  const isMoved =
    sent !== undefined && epochNsIn(made.value, 'expiresAt') !== epochNsIn(made.exchange.sent, 'expiresAt');
  return [
    ...(isMoved ? [creationFault(made, 'expiresAt', `the instant ${sent}, as sent,`)] : []),
    ...endsBeforeStartFaults(made, ['expiresAt']),
  ];
}

/** Sent values come back: texts unchanged, expiresAt as the same instant. acquiringUrl is an absolute URL (CHK-04). */
export function returnsAsSent(record: RunRecord, { exchange, what }: { exchange: string; what: string }): OracleResult {
  const made = newCheckoutIn(record, exchange, what);
  if (isResult(made)) return made;
  const { sent } = made.exchange;
  const changed = words.filter((name) => {
    const text = textField(sent, name);
    return text !== undefined && textField(made.value, name) !== text;
  });
  const url = textField(made.value, 'acquiringUrl') ?? '';
  return toResult(
    [exchange],
    [
      ...changed.map((name) => creationFault(made, name, `${excerpt(field(sent, name))}, as sent,`)),
      ...timeFaults(made),
      ...(formats['absolute-url'](url) ? [] : [creationFault(made, 'acquiringUrl', 'an absolute URL')]),
    ],
  );
}

/** Applies the same check to texts that a target may refuse according to interface.md: a refusal is learned, a changed text is a fault (CHK-04). */
export function returnsIfTaken(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const made = record.exchange(exchange);
  if (made.class !== 'refused') return returnsAsSent(record, { exchange, what: `a checkout with ${key}` });
  return learned(key, `refused (${made.status})`, [exchange]);
}

/** The fields that § Checkout lists. */
const shownFields = new Set([
  ...undocumentedFields,
  'id',
  'projectId',
  'projectName',
  'merchantDomain',
  'clientOrderId',
  'status',
  'reason',
  'name',
  'type',
  'fixedAmount',
  'returnUrl',
  'acquiringUrl',
  'createdAt',
  'expiresAt',
  'request',
  'successfulLink',
  'failureLink',
]);

/** Learns the names of the fields of a checkout that interface.md does not list (CHK-10). */
export function furtherFields(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const made = record.exchange(exchange);
  if (made.class !== 'accepted') return accepted(record, { exchange, what: 'a create checkout request' });
  const names = isObject(made.json) ? Object.keys(made.json) : [];
  const further = names.filter((name) => !shownFields.has(name)).sort();
  return learned(key, further.join(', ') || 'none', [exchange]);
}

const epochOf = (text: string | undefined) => parseInstant(text ?? '')?.epochNs;

/** The units to which a target may cut or round a time, ns: precision varies up to nanoseconds (§ General conventions). */
const units = {
  'whole seconds': 1_000_000_000n,
  milliseconds: 1_000_000n,
  microseconds: 1_000n,
  'hundreds of nanoseconds': 100n,
} as const;

/** Returns what a target did to the fraction of an instant, ns: kept, cut or rounded it; undefined if it shows another instant. */
export function fractionBecame(wanted: bigint, seen: bigint | undefined): string | undefined {
  if (seen === wanted) return 'kept';
  for (const [unit, ns] of Object.entries(units)) {
    const cut = wanted - (wanted % ns);
    if (seen === cut) return `cut to ${unit}`;
    if (seen === cut + ns) return `rounded to ${unit}`;
  }
  return undefined;
}

/** Learns what happens to the fraction of expiresAt; interface.md says only that precision varies. Any other instant is a fault (CHK-04). */
export function keepsFraction(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const sent = record.exchange(exchange);
  const hindered = excuseFor(record, sent);
  if (hindered) return faultResult(hindered);
  if (sent.class === 'refused') return learned(key, `refused (${sent.status})`, [exchange]);
  const made = newCheckoutIn(record, exchange, `a checkout with ${key}`);
  if (isResult(made)) return made;
  const [wanted = 0n, seen] = [textField(sent.sent, 'expiresAt'), textField(made.value, 'expiresAt')].map(epochOf);
  const became = fractionBecame(wanted, seen);
  if (became !== undefined) return learned(key, became, [exchange]);
  return faultResult(creationFault(made, 'expiresAt', `the instant ${textField(sent.sent, 'expiresAt')}, as sent,`));
}

/** fixedAmount comes back exactly as it was sent (CHK-02a). */
export function carriesPrice(record: RunRecord, { exchange, what }: { exchange: string; what: string }): OracleResult {
  const made = newCheckoutIn(record, exchange, what);
  if (isResult(made)) return made;
  const [sent, seen] = [field(made.exchange.sent, 'fixedAmount'), field(made.value, 'fixedAmount')];
  const [wanted, amount] = [numberIn(sent, 'amount'), numberIn(seen, 'amount')];
  const isSame = wanted && amount?.eq(wanted) && textField(seen, 'currency') === textField(sent, 'currency');
  return toResult(
    [exchange],
    isSame ? [] : [creationFault(made, 'fixedAmount', `${excerpt(sent ?? 'nothing')}, as sent,`)],
  );
}

/** A checkout type without a price shows no price (CHK-02b). The target may also refuse a body that names a price for this type. */
export function carriesNoPrice(
  record: RunRecord,
  { exchange, what, mayRefuse }: { exchange: string; what: string; mayRefuse?: boolean },
): OracleResult {
  if (mayRefuse && record.exchange(exchange).class === 'refused') return toResult([exchange], []);
  const made = newCheckoutIn(record, exchange, what);
  if (isResult(made)) return made;
  const isPriced = field(field(made.value, 'fixedAmount'), 'amount') !== undefined;
  return toResult([exchange], isPriced ? [creationFault(made, 'fixedAmount', 'null or absent')] : []);
}

const types = ['FIXED_PRICE', 'NO_PRICE', 'SUGGESTED_FIXED_PRICE'];

/** A new checkout is NEW, belongs to the project in the path, and has the requested type (CHK-01). */
export function startsNew(sighting: Sighting): Fault[] {
  const { value, exchange } = sighting;
  const project = projectInPath(exchange);
  const type = textField(exchange.sent, 'type') ?? '';
  const isOther = types.includes(type) && (textField(value, 'type') ?? type) !== type;
  return [
    ...(field(value, 'status') === 'NEW' ? [] : [creationFault(sighting, 'status', 'NEW')]),
    ...(textField(value, 'projectId') === project
      ? []
      : [creationFault(sighting, 'projectId', `${project}, as in the path,`)]),
    ...(isOther ? [creationFault(sighting, 'type', `${type}, as sent,`)] : []),
  ];
}

/** Returns the new checkout that an exchange created, or the result that says why there is none. */
function newCheckoutIn(record: RunRecord, exchange: string, what: string): Sighting | OracleResult {
  const made = record.exchange(exchange);
  const { json } = made;
  if (made.class !== 'accepted') return accepted(record, { exchange, what });
  if (isObject(json)) return { exchange: made, where: 'create checkout', value: json };
  return faultResult({
    code: 'notAccepted',
    what: `${what}, answered with a checkout object,`,
    seen: made.seen,
    exchanges: [exchange],
  });
}

/** True if the value is a result, so that there is no checkout to judge. */
const isResult = (made: Sighting | OracleResult): made is OracleResult => 'state' in made;
