/**
 * Does something when this process ends, however it ends but by SIGKILL; synchronous only. The result takes it back.
 * SIGTERM ends the process as it would have, unless somebody else listens to it.
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
