/**
 * A request of a method class; the rate limiter received it at some time between the two times, ms. If the outcome is `unknown`, the rate limiter may or may
 * not have counted the request.
 */
export interface Attempt {
  sentMs: number;
  receivedMs: number;
  outcome: 'accepted' | 'refused' | 'unknown';
}

type Outcome = Attempt['outcome'];

/** Attempts that were in progress at the same time, so that the order in which a limiter received them is unknown. A single attempt is a wave too. */
export interface Wave {
  /** The times when the first attempt was sent and when the last attempt was answered, ms. */
  sentMs: number;
  receivedMs: number;
  /** The number of attempts by outcome. */
  count: Readonly<Record<Outcome, number>>;
  attempts: readonly Attempt[];
}

function waveOf(attempts: readonly Attempt[]): Wave {
  const countOf = (wanted: Outcome) => attempts.filter(({ outcome }) => outcome === wanted).length;
  return {
    sentMs: Math.min(...attempts.map(({ sentMs }) => sentMs)),
    receivedMs: Math.max(...attempts.map(({ receivedMs }) => receivedMs)),
    count: { accepted: countOf('accepted'), refused: countOf('refused'), unknown: countOf('unknown') },
    attempts,
  };
}

/** Returns the waves of attempts in order. All attempts of one wave were answered before the next wave was sent. */
export function wavesOf(attempts: readonly Attempt[]): Wave[] {
  const groups: Attempt[][] = [];
  let untilMs = Number.NEGATIVE_INFINITY;
  for (const attempt of [...attempts].sort((a, b) => a.sentMs - b.sentMs)) {
    const last = groups.at(-1);
    if (last && attempt.sentMs < untilMs) last.push(attempt);
    else groups.push([attempt]);
    untilMs = Math.max(untilMs, attempt.receivedMs);
  }
  return groups.map(waveOf);
}

/** The possible states of a limiter after an attempt, and the merging of equivalent states. */
export interface StateMachine<State> {
  after(state: State, attempt: Attempt): readonly State[];
  merged(states: readonly State[]): readonly State[];
}

/** The attempts of a wave that are not yet processed, and the possible states after the processed attempts. */
interface Reached<State> {
  left: Wave['count'];
  states: readonly State[];
}

/** Returns the possible states after any one more attempt of a wave. */
function oneMore<State>(
  reached: readonly Reached<State>[],
  wave: Wave,
  machine: StateMachine<State>,
): Reached<State>[] {
  const { sentMs, receivedMs } = wave;
  const found = new Map<string, Reached<State>>();
  for (const { left, states } of reached)
    for (const outcome of ['accepted', 'refused', 'unknown'] as const) {
      if (left[outcome] === 0) continue;
      const after = { ...left, [outcome]: left[outcome] - 1 };
      const key = `${after.accepted} ${after.refused}`;
      const arrived = states.flatMap((state) => machine.after(state, { sentMs, receivedMs, outcome }));
      found.set(key, { left: after, states: machine.merged([...(found.get(key)?.states ?? []), ...arrived]) });
    }
  return [...found.values()];
}

/** Returns the possible states after a wave, for every order of its attempts. Attempts with the same outcome are interchangeable. */
export function statesAfterWave<State>(
  states: readonly State[],
  wave: Wave,
  machine: StateMachine<State>,
): readonly State[] {
  let reached: Reached<State>[] = [{ left: wave.count, states }];
  for (const _ of wave.attempts) reached = oneMore(reached, wave, machine);
  return reached.flatMap((one) => one.states);
}
