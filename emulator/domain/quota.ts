const KINDS = ['sliding', 'fixed', 'bucket'] as const;

/**
 * The kind of window in which requests are counted. `sliding`: the allowance holds for every period of the window's length. `fixed`: the first request starts a
 * window, and the first request after its end starts the next one. `bucket`: tokens up to the allowance, refilled evenly once per window.
 */
export type WindowKind = (typeof KINDS)[number];

/** The number of requests that one account may make in a window. GET requests and all other requests have separate counts (§ Limits, Sandbox rate). */
export interface Quota {
  readonly posts: number;
  readonly gets: number;
  readonly windowMs: number;
  readonly kind: WindowKind;
}

/** The allowance of § Limits: 10 POST and 300 GET a minute. */
export const SANDBOX_QUOTA: Quota = { posts: 10, gets: 300, windowMs: 60_000, kind: 'sliding' };

/** The rate limiter stores the time of each counted request; this maximum bounds the memory of the rate limiter. */
const MAX_ALLOWANCE = 1_000_000;

/** One day, so that Retry-After stays a time that a client can wait. */
const MAX_WINDOW_SECONDS = 86_400;

/** The parts of a quota's text. Each part has a check of its value and a description of the accepted values. */
const PARTS: Readonly<Record<string, { readonly accepts: (text: string) => boolean; readonly wanted: string }>> = {
  post: { accepts: isAllowance, wanted: `a whole number from 1 to ${MAX_ALLOWANCE}` },
  get: { accepts: isAllowance, wanted: `a whole number from 1 to ${MAX_ALLOWANCE}` },
  window: { accepts: isWindow, wanted: `a number of seconds above 0, at most ${MAX_WINDOW_SECONDS}` },
  kind: { accepts: isWindowKind, wanted: KINDS.join(', ') },
};

/**
 * Reads `sandbox` or `post=10,get=300,window=60,kind=sliding` (window in seconds, default 60; kind defaults to sliding). Throws an Error whose message names
 * the expected form.
 */
export function readQuota(text: string): Quota {
  if (text === 'sandbox') return SANDBOX_QUOTA;
  const parts = partsOf(text);
  const [post, get] = [parts.get('post'), parts.get('get')];
  if (post === undefined || get === undefined) throw new Error('a quota is sandbox, or names post and get');
  const kind = parts.get('kind') ?? SANDBOX_QUOTA.kind;
  return {
    posts: Number(post),
    gets: Number(get),
    // The text has at most six decimals; rounding to three decimals of a millisecond drops the error of the multiplication.
    windowMs: Number((Number(parts.get('window') ?? SANDBOX_QUOTA.windowMs / 1000) * 1000).toFixed(3)),
    kind: isWindowKind(kind) ? kind : SANDBOX_QUOTA.kind,
  };
}

function partsOf(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const written of text.split(',')) {
    const [name = '', value = '', ...more] = written.split('=');
    const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (part === undefined) throw new Error(`a quota has the parts ${Object.keys(PARTS).join(', ')}, not "${name}"`);
    if (parts.has(name)) throw new Error(`${name} is given twice`);
    if (more.length > 0 || !part.accepts(value)) throw new Error(`${name} is ${part.wanted}`);
    parts.set(name, value);
  }
  return parts;
}

function isAllowance(text: string): boolean {
  return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= MAX_ALLOWANCE;
}

function isWindow(text: string): boolean {
  return /^\d{1,5}(\.\d{1,6})?$/.test(text) && Number(text) > 0 && Number(text) <= MAX_WINDOW_SECONDS;
}

function isWindowKind(text: string): text is WindowKind {
  return KINDS.some((kind) => kind === text);
}
