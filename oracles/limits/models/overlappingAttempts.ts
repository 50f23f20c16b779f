/** One request of a method class as its limiter met it, at some time between the two, ms; `unknown` may have been counted or not. */
export interface Attempt {
  sentMs: number;
  receivedMs: number;
  outcome: 'accepted' | 'refused' | 'unknown';
}

type Outcome = Attempt['outcome'];

/** Attempts that were on their way together: in which order a limiter met them is not known. One that was alone is a wave, too. */
export interface Wave {
  /** When the first of them was sent, and the last was answered, ms. */
  sentMs: number;
  receivedMs: number;
  /** How many of them ended so. */
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

/** The waves of attempts, in their order: all of one were answered before the next was sent. */
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

/** What a limiter may be after an attempt, and which of its states are told as one. */
export interface StateMachine<State> {
  after(state: State, attempt: Attempt): readonly State[];
  merged(states: readonly State[]): readonly State[];
}

/** Those of a wave that have not come yet, and the states that all others may have left. */
interface Reached<State> {
  left: Wave['count'];
  states: readonly State[];
}

/** All that may be after one more of a wave has come, whichever it was. */
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

/** The states that a wave may leave, in whatever order its attempts came; those of one outcome are alike. */
export function statesAfterWave<State>(
  states: readonly State[],
  wave: Wave,
  machine: StateMachine<State>,
): readonly State[] {
  let reached: Reached<State>[] = [{ left: wave.count, states }];
  for (const _ of wave.attempts) reached = oneMore(reached, wave, machine);
  return reached.flatMap((one) => one.states);
}
