/**
 * Calls `last` when this process ends in any way except SIGKILL; `last` must be synchronous. The returned function cancels the call. SIGTERM still ends the
 * process, unless another listener handles it.
 */
export function onProcessEnd(last: () => void): () => void {
  const terminated = () => {
    last();
    if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM');
  };
  process.once('exit', last);
  process.once('SIGTERM', terminated);
  return () => {
    process.removeListener('exit', last);
    process.removeListener('SIGTERM', terminated);
  };
}
