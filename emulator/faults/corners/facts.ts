import type { CurrentCall } from '../../domain/currentCall.ts';
import { isObject, numberSource, readJson } from '../../domain/json.ts';
import { isMoney } from '../../domain/money.ts';

/** One use of a rule: the call in which it is asked (undefined in timers and deliveries), its arguments, and what went before. */
export interface Use {
  readonly call: CurrentCall | undefined;
  readonly args: readonly unknown[];
  /** The number of uses of the rule by the account so far, this one included. */
  readonly nth: number;
  /** The time since the account's last call of this operation that used the rule, in milliseconds; undefined for the first. */
  readonly sinceMs: number | undefined;
}

/** Names of facts are part of the names of corners, so that other field names have no fact. */
const NAME = /^\w{1,40}$/;
const MAX_DEPTH = 2;
const MILLISECOND = 1_000_000n;

const bodies = new WeakMap<CurrentCall, unknown>();

/** The body of a call as JSON; undefined if it is none. Each body is read once. */
function bodyOf(call: CurrentCall): unknown {
  if (!bodies.has(call)) bodies.set(call, readOrNothing(call.call.body.toString('utf8')));
  return bodies.get(call);
}

function readOrNothing(text: string): unknown {
  try {
    return text === '' ? undefined : readJson(text);
  } catch {
    return undefined;
  }
}

/** A value as text; undefined for what is not a text, a number or a truth value. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return isMoney(value) ? value.toFixed() : numberSource(value);
}

/** The named parts of an object or a list; a list has its length and its first item. */
function partsOf(value: unknown): readonly (readonly [name: string, part: unknown])[] {
  if (Array.isArray(value)) {
    return [['length', value.length], ...(value.length > 0 ? [['0', value[0]] as const] : [])];
  }
  if (value instanceof Uint8Array) return [['length', value.length]];
  if (!isObject(value) || isMoney(value) || value instanceof Map) return [];
  return Object.entries(value).filter(([name]) => NAME.test(name));
}

/** The names of the facts within a value. */
function namesWithin(value: unknown, name: string, depth = MAX_DEPTH): string[] {
  if (textOf(value) !== undefined) return [name];
  if (depth === 0) return [];
  return partsOf(value).flatMap(([part, held]) => namesWithin(held, `${name}.${part}`, depth - 1));
}

const within = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((held: unknown, name) => partsOf(held).find(([part]) => part === name)?.[1], value);

/** The age of the first record among the arguments, in milliseconds. */
function ageOf({ call, args }: Use): string | undefined {
  const created = args.flatMap((arg) =>
    isObject(arg) && typeof arg['createdAt'] === 'bigint' ? arg['createdAt'] : [],
  );
  const [first] = created;
  return call === undefined || first === undefined ? undefined : String((call.now - first) / MILLISECOND);
}

type Reader = (use: Use, path: readonly string[]) => string | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  operation: ({ call }) => call?.operation ?? undefined,
  account: ({ call }) => call?.account ?? undefined,
  project: ({ call }) => textOf(call?.project),
  bytes: ({ call }) => textOf(call?.call.body.length),
  nth: ({ nth }) => String(nth),
  since: ({ sinceMs }) => textOf(sinceMs),
  age: ageOf,
  q: ({ call }, [name = '']) => call?.call.query.get(name) ?? undefined,
  b: ({ call }, path) => (call === undefined ? undefined : textOf(within(bodyOf(call), path))),
};

/**
 * One fact of a use as text: `operation`, `account`, `project`, `bytes`, `nth`, `since`, `age`, a field of the body (`b.amount`), a parameter of the query
 * (`q.size`), or a part of an argument (`a0.currency`). Undefined if the use has no such fact.
 */
export function factOf(use: Use, name: string): string | undefined {
  const [root = '', ...path] = name.split('.');
  const place = /^a(\d)$/.exec(root)?.[1];
  if (place !== undefined) return textOf(within(use.args[Number(place)], path));
  return Object.hasOwn(READERS, root) ? READERS[root]?.(use, path) : undefined;
}

/** Every fact of a use, by its name. */
export function factsOf(use: Use): ReadonlyMap<string, string> {
  const { call, args } = use;
  const names = [
    ...Object.keys(READERS),
    ...(call === undefined
      ? []
      : [...call.call.query.keys()].filter((name) => NAME.test(name)).map((name) => `q.${name}`)),
    ...(call === undefined ? [] : namesWithin(bodyOf(call), 'b')),
    ...args.slice(0, 10).flatMap((arg, place) => namesWithin(arg, `a${place}`)),
  ];
  return new Map(
    names.flatMap((name) => {
      const fact = factOf(use, name);
      return fact === undefined ? [] : [[name, fact] as const];
    }),
  );
}
