import { type Exact, isObject } from '../../schemas/exact.ts';
import { formats, parseInstant } from '../../schemas/formats.ts';
import { excerpt, type Fault } from '../fault.ts';
import { field, type RunRecord, type Sighting, textField } from '../record.ts';
import { hindrance } from './hindrance.ts';
import { numberIn } from './rates.ts';
import { accepted } from './reply.ts';
import { projectIn } from './request.ts';
import { faulty, learned, type Ruling, ruling } from './ruling.ts';

const shown = (value: Exact | undefined) => excerpt(value ?? 'nothing');

function atCreation({ where, value, exchange }: Sighting, name: string, wanted: string): Fault {
  return {
    code: 'notAtCreation',
    where: `${where}/${name}`,
    wanted,
    seen: shown(field(value, name)),
    exchanges: [exchange.id],
  };
}

const types = ['FIXED_PRICE', 'NO_PRICE', 'SUGGESTED_FIXED_PRICE'];

/** A new checkout is NEW, of the project in the path, and of the type that was asked for (CHK-01). */
export function startsNew(sighting: Sighting): Fault[] {
  const { value, exchange } = sighting;
  const project = projectIn(exchange);
  const type = textField(exchange.sent, 'type') ?? '';
  const isOther = types.includes(type) && (textField(value, 'type') ?? type) !== type;
  return [
    ...(field(value, 'status') === 'NEW' ? [] : [atCreation(sighting, 'status', 'NEW')]),
    ...(textField(value, 'projectId') === project
      ? []
      : [atCreation(sighting, 'projectId', `${project}, of the path,`)]),
    ...(isOther ? [atCreation(sighting, 'type', `${type}, as sent,`)] : []),
  ];
}

/** A new checkout that the oracles of one exchange judge; else why it is none. */
function madeIn(record: RunRecord, exchange: string, what: string): Sighting | Ruling {
  const made = record.exchange(exchange);
  const { json } = made;
  if (made.class !== 'accepted') return accepted(record, { exchange, what });
  if (isObject(json)) return { exchange: made, where: 'create checkout', value: json };
  return faulty({ code: 'notAccepted', what: `${what}, answered with one,`, seen: made.seen, exchanges: [exchange] });
}

const isRuling = (made: Sighting | Ruling): made is Ruling => 'state' in made;

/** fixedAmount comes back as it was sent, to the last digit (CHK-02a). */
export function carriesPrice(record: RunRecord, { exchange, what }: { exchange: string; what: string }): Ruling {
  const made = madeIn(record, exchange, what);
  if (isRuling(made)) return made;
  const [sent, seen] = [field(made.exchange.sent, 'fixedAmount'), field(made.value, 'fixedAmount')];
  const [wanted, amount] = [numberIn(sent, 'amount'), numberIn(seen, 'amount')];
  const isSame = wanted && amount?.eq(wanted) && textField(seen, 'currency') === textField(sent, 'currency');
  return ruling([exchange], isSame ? [] : [atCreation(made, 'fixedAmount', `${shown(sent)}, as sent,`)]);
}

/** A checkout without a price carries none (CHK-02b); a body that names one all the same may also be refused. */
export function carriesNoPrice(
  record: RunRecord,
  { exchange, what, mayRefuse }: { exchange: string; what: string; mayRefuse?: boolean },
): Ruling {
  if (mayRefuse && record.exchange(exchange).class === 'refused') return ruling([exchange], []);
  const made = madeIn(record, exchange, what);
  if (isRuling(made)) return made;
  const isPriced = numberIn(field(made.value, 'fixedAmount'), 'amount')?.gt(0);
  return ruling([exchange], isPriced ? [atCreation(made, 'fixedAmount', 'null or absent')] : []);
}

/** The fields of a checkout that are the merchant's own words. */
const words = ['clientOrderId', 'name', 'returnUrl'];

const epochOf = (text: string | undefined) => parseInstant(text ?? '')?.epochNs;

function timeFaults(made: Sighting): Fault[] {
  const sent = textField(made.exchange.sent, 'expiresAt');
  const [created, expires] = ['createdAt', 'expiresAt'].map((name) => epochOf(textField(made.value, name)));
  const isMoved = sent !== undefined && expires !== epochOf(sent);
  const isReversed = created !== undefined && expires !== undefined && created > expires;
  return [
    ...(isMoved ? [atCreation(made, 'expiresAt', `the instant ${sent}, as sent,`)] : []),
    ...(isReversed
      ? [atCreation(made, 'expiresAt', `not before createdAt ${textField(made.value, 'createdAt')}`)]
      : []),
  ];
}

/** What was sent comes back: the texts to the letter, expiresAt as the same instant; and acquiringUrl leads somewhere (CHK-04). */
export function returnsAsSent(record: RunRecord, { exchange, what }: { exchange: string; what: string }): Ruling {
  const made = madeIn(record, exchange, what);
  if (isRuling(made)) return made;
  const { sent } = made.exchange;
  const changed = words.filter((name) => {
    const text = textField(sent, name);
    return text !== undefined && textField(made.value, name) !== text;
  });
  const url = textField(made.value, 'acquiringUrl') ?? '';
  return ruling(
    [exchange],
    [
      ...changed.map((name) => atCreation(made, name, `${shown(field(sent, name))}, as sent,`)),
      ...timeFaults(made),
      ...(formats['absolute-url'](url) ? [] : [atCreation(made, 'acquiringUrl', 'an absolute URL')]),
    ],
  );
}

/** The same of texts of which interface.md does not say that they are taken: a refusal is learned, a change is a fault (CHK-04). */
export function returnsIfTaken(record: RunRecord, { exchange, key }: { exchange: string; key: string }): Ruling {
  const made = record.exchange(exchange);
  if (made.class !== 'refused') return returnsAsSent(record, { exchange, what: `a checkout with ${key}` });
  return learned(key, `refused (${made.status})`, [exchange]);
}

const nsPerSecond = 1_000_000_000n;

/** What becomes of the milliseconds of expiresAt, of which interface.md says only that precision varies; another second is another instant (CHK-04). */
export function keepsFraction(record: RunRecord, { exchange, key }: { exchange: string; key: string }): Ruling {
  const sent = record.exchange(exchange);
  const hindered = hindrance(record, sent);
  if (hindered) return faulty(hindered);
  if (sent.class === 'refused') return learned(key, `refused (${sent.status})`, [exchange]);
  const made = madeIn(record, exchange, `a checkout with ${key}`);
  if (isRuling(made)) return made;
  const [wanted = 0n, seen] = [textField(sent.sent, 'expiresAt'), textField(made.value, 'expiresAt')].map(epochOf);
  const whole = wanted - (wanted % nsPerSecond);
  if (seen === wanted) return learned(key, 'kept', [exchange]);
  if (seen === whole) return learned(key, 'cut to whole seconds', [exchange]);
  if (seen === whole + nsPerSecond) return learned(key, 'rounded to whole seconds', [exchange]);
  return faulty(atCreation(made, 'expiresAt', `the instant ${textField(sent.sent, 'expiresAt')}, as sent,`));
}
