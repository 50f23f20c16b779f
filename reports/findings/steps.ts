import type { CaseStep } from '../../fuzzer/case.ts';
import { piecesOf } from '../../fuzzer/references.ts';

/** Steps in a row that are sent at once, by their numbers counted from 1. */
export function roundsOf(steps: readonly CaseStep[]): number[][] {
  const rounds: number[][] = [];
  for (const [at, { race }] of steps.entries()) {
    const isJoined = race !== undefined && at > 0 && steps[at - 1]?.race === race;
    if (isJoined) rounds.at(-1)?.push(at + 1);
    else rounds.push([at + 1]);
  }
  return rounds;
}

/** The names of the fresh ids of a case. */
export function keysOf(steps: readonly CaseStep[]): string[] {
  const texts = steps.flatMap(({ path, headers, body }) => [
    path,
    ...headers.map(([, value]) => value),
    ...(body && 'text' in body ? [body.text] : []),
  ]);
  const named = texts.flatMap((text) => piecesOf(text).flatMap((piece) => ('key' in piece ? [piece.key] : [])));
  return [...new Set(named)];
}
