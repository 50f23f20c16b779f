/** Signals by which somebody breaks off what a command does. */
const signals = ['SIGINT', 'SIGTERM'] as const;

/** Is told by the first signal that all is to end; a second one ends the process as signals do. `done` takes it back. */
export function interruptSignal(told: () => void = () => undefined): { signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const stop = () => {
    told();
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
