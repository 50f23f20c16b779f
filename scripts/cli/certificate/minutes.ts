import type { Target } from '../../../traffic/target/target.ts';

/** Returns the minutes that a quota alone asks for. */
export const minutesFor = (posts: number, { quota }: Target): number =>
  quota.post === undefined ? 0 : (posts / quota.post) * (quota.windowMs / 60_000);
