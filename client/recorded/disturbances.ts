import { createHash } from 'node:crypto';
import type { Action } from '../server/rules.ts';

/** The request that may be disturbed. */
type Asked = Parameters<NonNullable<Disturb>>[0];

/** Decides whether a request is made to fail, and how. */
export type Disturb = (request: { method: string; target: string }) => Action | undefined;

const limited = (form: 'seconds' | 'date'): Action => ({
  do: 'throttle',
  throttle: { form, seconds: 1 },
  text: '{"message":"too many requests"}',
});

const [inSeconds, byDate] = [limited('seconds'), limited('date')];

const unavailable: Action = { do: 'answer', answer: { status: 503, text: '{"message":"unavailable"}' } };

const lost: Action = { do: 'drop' };

/** Ends after a while, so that tests without a timeout go on. */
const silence: Action = { do: 'silence' };

/** One request in so many fails, by the way in which it does; a repeat after a lost answer is what can create something twice. */
const ways = {
  POST: { oneIn: 3, kinds: [lost, inSeconds, lost, unavailable, silence, byDate] },
  GET: { oneIn: 4, kinds: [inSeconds, unavailable, byDate, lost, silence] },
};

/** Draws a whole number below a limit, the same for the same seed and name. */
function draw(seed: number, name: string, below: number): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() % below;
}

/**
 * Returns the function that makes a drawn share of requests fail: of every three POSTs and every four GETs one. The request after it to the same address passes,
 * so that a client which repeats a request once gets its answer.
 */
export function disturbances(seed: number): Disturb {
  const counts = { POST: 0, GET: 0 };
  const failed = new Set<string>();
  return ({ method, target }: Asked) => {
    const address = `${method} ${target}`;
    if (failed.delete(address)) return undefined;
    const name = method === 'POST' ? 'POST' : 'GET';
    const { oneIn, kinds } = ways[name];
    const at = counts[name]++;
    const group = Math.floor(at / oneIn);
    if (at % oneIn !== draw(seed, `${name} ${group}`, oneIn)) return undefined;
    failed.add(address);
    return kinds[(group + draw(seed, name, kinds.length)) % kinds.length];
  };
}
