import type { Arbitrary } from 'fast-check';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Combinations } from './combinations.ts';
import { type Draft, type Draw, lackOfSample } from './draw.ts';
import { type Method, type Methods, methodName } from './methods.ts';

/** A listed method whose turn it is, and a sound plan for it. */
export interface MethodVariant {
  method: Method;
  name: string;
  /** Of a choice with variations the one whose turn it is, else empty. */
  variation: string;
  plan: Plan;
}

/** Which methods of the list are wanted, in a word for the sentence that says there is none. */
export interface Choice {
  what: string;
  is(method: Method): boolean;
  /** Of methods of one kind the first stands for all, and the kind is the cell. */
  kindOf?(method: Method): string;
  /** Where each is varied, each variation is a cell. */
  variations?(method: Method): readonly string[];
}

/**
 * The methods of the target's own list whose turn it is, each a cell, each with a sound plan. One that lacks a sample is
 * unverified by itself; where the list has none that is wanted, the requirement is not applicable.
 */
export type MethodVariants = (bodyOf: (method: Method) => Arbitrary<Draft>, wanted: Choice) => Generator<MethodVariant>;

/** The plan of a body in the direction of its method. */
function planFor({ orderType }: Method, body: Record<string, unknown>): Plan {
  return orderType === 'PAYIN' ? create.payin(body) : create.payout(body);
}

/** The first method of each kind. */
function firstOfEach(methods: readonly Method[], kindOf: (method: Method) => string): Method[] {
  const kinds = methods.map(kindOf);
  return methods.filter((_, index) => kinds.indexOf(kinds[index] ?? '') === index);
}

/** The `listed` of one requirement. */
export function methodVariantsFor(given: {
  methods: Methods;
  cells: Combinations;
  draw: Draw;
  ledger: AssertionLog;
}): MethodVariants {
  const { methods, cells, draw, ledger } = given;
  return function* (bodyOf, { what, is, kindOf, variations }) {
    const kinds = methods.all().filter(is);
    const wanted = (kindOf ? firstOfEach(kinds, kindOf) : kinds).flatMap((method) =>
      (variations?.(method) ?? ['']).map((variation) => ({ method, variation })),
    );
    if (wanted.length === 0)
      ledger.lack({ code: 'notApplicable', reason: `the methods list has no ${what}`, exchanges: [] });
    const nameOf = kindOf ?? methodName;
    const cellName = ({ method, variation }: (typeof wanted)[number]) =>
      variation ? `${nameOf(method)}: ${variation}` : nameOf(method);
    const turns = kindOf || variations ? undefined : methods.all().map(methodName);
    for (const { method, variation } of cells.each(wanted, cellName, turns)) {
      const { body, missing } = draw(bodyOf(method));
      if (missing.length === 0) yield { method, variation, name: methodName(method), plan: planFor(method, body) };
      else ledger.lack(lackOfSample(missing, methodName(method)));
    }
  };
}
