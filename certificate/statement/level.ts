import type { Certificate, Level } from './certificate.ts';

/** Returns the level that a statement supports by itself. That an operator made it is only a claim until somebody names the operator's key. */
export function ownLevel({ level, challenge }: Pick<Certificate, 'level' | 'challenge'>): Level {
  if (level !== 'operator-run') return level;
  return challenge === undefined ? 'self-declared' : 'challenged';
}
