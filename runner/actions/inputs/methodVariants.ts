import type { Arbitrary } from 'fast-check';
import type { BodyOrMissing } from '../../../generators/payloads/payment.ts';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { grouped } from '../../../traffic/journal/runRecord.ts';
import { strangerCards } from '../../../traffic/target/testCards.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Combinations } from './combinations.ts';
import { type Draw, lackOfSample } from './draw.ts';
import { type Method, type Methods, methodName } from './methods.ts';
import { meantMockCards } from './mockCards.ts';
import { drawnItem } from './turns.ts';

/** A listed method that this run tries, with a valid plan for it. */
export interface MethodVariant {
  method: Method;
  name: string;
  /** The variation to try; empty if the choice has no variations. */
  variation: string;
  plan: Plan;
}

/** A choice among the listed methods. `what` describes the methods in the message that the list has no matching method. */
export interface Choice {
  what: string;
  is(method: Method): boolean;
  /** Returns the kind of a method. If this function is given, only one method of each kind, which the seed of a run draws, is tried, and the kind is the name of the combination. */
  kindOf?(method: Method): string;
  /** Returns the variations of a method. If this function is given, each variation is a combination. */
  variations?(method: Method): readonly string[];
}

/**
 * Yields the methods of the target's own list that this run tries, each as a combination with a valid plan. If a sample for a method is missing, only the
 * combination of this method is unverified. If the list has no suitable method, the requirement is not applicable.
 */
export type MethodVariants = (
  bodyOf: (method: Method) => Arbitrary<BodyOrMissing>,
  wanted: Choice,
) => Generator<MethodVariant>;

/** Returns a drawn method of each kind. */
function drawnOfEach(
  { worker, kindOf }: { worker: Pick<Worker, 'run'>; kindOf(method: Method): string },
  methods: readonly Method[],
): Method[] {
  return [...grouped(methods, kindOf)].flatMap(([kind, [first, ...others]]) =>
    first ? drawnItem(worker, `one of ${kind}`, [first, ...others]) : [],
  );
}

/** Methods that are less than this far apart in the list, by name, are tried on different nights. */
const distance = 16;

/**
 * Returns the order in which methods take turns. Methods with similar names are alike, also in what they cost: a night tries methods of many kinds, and no night
 * costs much more than another.
 */
const inTurns = (names: readonly string[]): string[] =>
  Array.from({ length: distance }, (_, start) => names.filter((_name, index) => index % distance === start)).flat();

/**
 * Returns a pay-out by card with the mock card that succeeds in two of four draws, with the one that fails, or with one of the drawn cards, so that their promises
 * are looked at wherever any card will do (§ Sandbox, mock pay-out cards). The draw is the same in all requirements, since they share their control requests.
 */
function withMockCard(worker: Pick<Worker, 'run' | 'target' | 'cards'>, method: Method): Method {
  const mockCards = meantMockCards(worker.target);
  if (!mockCards || method.orderType !== 'PAYOUT' || method.methodKey !== 'CC_VISAMC') return method;
  const [other = mockCards.success, ...others] = worker.cards.slice(0, -strangerCards);
  const drawn = drawnItem(worker, `another card for ${methodName(method)}`, [other, ...others]);
  const cardNumber = drawnItem(worker, `a mock card for ${methodName(method)}`, [
    mockCards.success,
    mockCards.success,
    mockCards.failed,
    drawn,
  ]);
  return { ...method, samples: { ...method.samples, cardNumber } };
}

/** Returns the `methodVariants` tool of one requirement. */
export function methodVariantsFor(given: {
  worker: Pick<Worker, 'run' | 'target' | 'cards'>;
  methods: Methods;
  combinations: Combinations;
  draw: Draw;
  log: AssertionLog;
}): MethodVariants {
  const { worker, methods, combinations, draw, log } = given;
  return function* (bodyOf, { what, is, kindOf, variations }) {
    const kinds = methods.all().filter(is);
    const wanted = (kindOf ? drawnOfEach({ worker, kindOf }, kinds) : kinds).flatMap((method) =>
      (variations?.(method) ?? ['']).map((variation) => ({ method, variation })),
    );
    if (wanted.length === 0)
      log.lack({ code: 'notApplicable', reason: `the methods list has no ${what}`, exchanges: [] });
    const nameOf = kindOf ?? methodName;
    const combinationName = ({ method, variation }: (typeof wanted)[number]) =>
      variation ? `${nameOf(method)}: ${variation}` : nameOf(method);
    const rotation = kindOf || variations ? undefined : inTurns(methods.all().map(methodName));
    for (const { method: listed, variation } of combinations.each(wanted, combinationName, rotation)) {
      const method = withMockCard(worker, listed);
      const { body, missing } = draw(bodyOf(method), methodName(method));
      if (missing.length === 0)
        yield { method, variation, name: methodName(method), plan: create.payment(method, body) };
      else log.lack(lackOfSample(missing, methodName(method)));
    }
  };
}
