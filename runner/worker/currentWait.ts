/** What this process waits for, one entry for each wait that is under way. */
const waits: string[] = [];

/** Returns in words what this process waits for; undefined if it does not wait. */
export const currentWait = (): string | undefined => waits.at(-1);

/** Waits, and says during this time what for. */
export async function waitingFor<T>(what: string, wait: () => Promise<T>): Promise<T> {
  waits.push(what);
  try {
    return await wait();
  } finally {
    waits.splice(waits.indexOf(what), 1);
  }
}
