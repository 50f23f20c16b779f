/** The signals that interrupt a command. */
const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Returns a signal that aborts on the first interrupt, after a call of the callback; a second interrupt ends the process as usual. `done` removes the handlers.
 */
export function interruptSignal(onInterrupt: () => void = () => undefined): { signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const stop = () => {
    onInterrupt();
    controller.abort();
  };
  for (const name of signals) process.once(name, stop);
  return {
    signal: controller.signal,
    done: () => {
      for (const name of signals) process.removeListener(name, stop);
    },
  };
}
