import type { Target } from '../../traffic/target/target.ts';
import { callControlApi, jsonOf } from '../../traffic/transport/controlApi.ts';
import { type Check, lineIn } from './check.ts';
import { type Dependents, type NeededCall, neededCalls } from './dependents.ts';
import type { Visit } from './visit.ts';

const thing = 'levers.control';

const callsFor = (target: Target): NeededCall[] => neededCalls.filter(({ isNeeded }) => isNeeded?.(target) ?? true);

/** Returns the calls that a control API lists; undefined if it lists none. */
function listedCalls(json: Record<string, unknown>): ReadonlySet<unknown> | undefined {
  const { calls } = json;
  return Array.isArray(calls) ? new Set(calls) : undefined;
}

/** Returns the checks of the test control API, by one GET that lists its calls. */
export async function controlChecks(visit: Visit, dependents: Dependents): Promise<Check[]> {
  const { target } = visit;
  const { control } = target;
  const needed = callsFor(target);
  if (!control) {
    const hasLevers = target.dashboard !== undefined || target.chain !== undefined;
    const line = lineIn('levers', hasLevers, 'control: { url: https://…/test-control, tokenEnv: ASSAY_CONTROL_TOKEN }');
    const costs = dependents.named(needed.flatMap(({ ids }) => ids));
    return [{ thing, state: 'missing', says: 'a test control API (docs/test-control-api.md)', ...line, costs }];
  }
  if (!visit.take()) return [{ thing, state: 'not checked', says: 'no request was left' }];
  const answer = await callControlApi(control, { method: 'GET', what: '' });
  if ('failure' in answer) {
    const todo = 'Check levers.control.url, and that the test control API is running.';
    const costs = dependents.named(needed.flatMap(({ ids }) => ids));
    return [
      {
        thing,
        state: 'wrong',
        says: `does not answer: ${answer.failure.code} (${answer.failure.message})`,
        todo,
        costs,
      },
    ];
  }
  const listed = listedCalls(jsonOf(answer));
  if (!listed)
    return [
      {
        thing,
        state: 'not checked',
        says: `declared; it does not list its calls, or refuses the token (${answer.status})`,
      },
    ];
  const lacking = needed.filter(({ call }) => !listed.has(call));
  if (lacking.length === 0) return [{ thing, state: 'ok', says: `offers the ${needed.length} calls that a run makes` }];
  return lacking.map(({ call, ids }) => ({
    thing: `${thing} ${call}`,
    state: 'missing',
    says: 'the test control API does not list this call',
    todo: 'Offer it, as docs/test-control-api.md describes.',
    costs: dependents.named(ids),
  }));
}
