import type { CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import { piecesOf } from '../../fuzzer/engine/cases/references.ts';

/** Groups consecutive steps that are sent at the same time, by their numbers counted from 1. */
export function roundsOf(steps: readonly CaseStep[]): number[][] {
  const rounds: number[][] = [];
  for (const [at, { race }] of steps.entries()) {
    const isJoined = race !== undefined && at > 0 && steps[at - 1]?.race === race;
    if (isJoined) rounds.at(-1)?.push(at + 1);
    else rounds.push([at + 1]);
  }
  return rounds;
}

/** Returns what is generated anew each time a case is sent: the names of its fresh ids, and its instants in seconds from now. */
export function drawnValues(steps: readonly CaseStep[]): { keys: string[]; instants: string[] } {
  const texts = steps.flatMap(({ path, headers, body }) => [
    path,
    ...headers.map(([, value]) => value),
    ...(body && 'text' in body ? [body.text] : []),
  ]);
  const pieces = texts.flatMap(piecesOf);
  const keys = new Set(pieces.flatMap((piece) => ('key' in piece ? [piece.key] : [])));
  const instants = new Set(pieces.flatMap((piece) => ('after' in piece ? [piece.after] : [])));
  return { keys: [...keys], instants: [...instants] };
}

/** True if a round writes after an earlier write: if the answer to the earlier write was lost, nothing more is sent. */
export function followsWrite(steps: readonly CaseStep[], round: readonly number[]): boolean {
  const writes = (at: number) => steps[at - 1]?.method !== 'GET' && !steps[at - 1]?.isLever;
  const [first = 1] = round;
  return round.some(writes) && steps.slice(0, first - 1).some((_, at) => writes(at + 1));
}
