import { type CurrentCall, currentCall } from '../../domain/currentCall.ts';
import { conformingRules, type RuleName, type Rules } from '../../rules/index.ts';
import { factOf, type Use } from './facts.ts';
import { holds, type Predicate } from './predicates.ts';

type Rule = (...given: never[]) => unknown;

/** The calls of one operation by one account that used a rule: the present one and the time of the one before, in nanoseconds. */
interface LastCalls {
  readonly present: CurrentCall;
  readonly before: bigint | undefined;
}

/** Returns a function that describes each use of one rule; it counts the uses of each account. */
export function useCounter(): (args: readonly unknown[]) => Use {
  const counts = new Map<string, number>();
  const lastCalls = new Map<string, LastCalls>();
  return (args) => {
    const call = currentCall();
    const account = call?.account ?? '';
    const nth = (counts.get(account) ?? 0) + 1;
    counts.set(account, nth);
    return { call, args, nth, sinceMs: call && sinceMs(lastCalls, call) };
  };
}

function sinceMs(lastCalls: Map<string, LastCalls>, call: CurrentCall): number | undefined {
  const key = `${call.account}/${call.operation}`;
  const known = lastCalls.get(key);
  const before = known?.present === call ? known.before : known?.present.now;
  if (known?.present !== call) lastCalls.set(key, { present: call, before });
  return before === undefined ? undefined : Number((call.now - before) / 1_000_000n);
}

/** Returns a rule that is faulty while a predicate holds and conforms otherwise. */
export function gated(faulty: Rule, conforming: Rule, predicate: Predicate): Rule {
  const describe = useCounter();
  return (...args) => (holds(predicate, factOf(describe(args), predicate.fact)) ? faulty : conforming)(...args);
}

/** The rules of a mutant, each gated by a predicate. Rules that are not functions are left out. They count from zero in each call of this function. */
export function gatedRules(rules: Partial<Rules>, predicate: Predicate): Partial<Rules> {
  const gates = Object.entries(rules)
    .filter(([, faulty]) => typeof faulty === 'function')
    .map(([name, faulty]) => [name, gated(faulty, conformingRules[name as RuleName], predicate)]);
  return Object.fromEntries(gates);
}
