import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What one file of ours cost of the time that was profiled: its own work and that of the libraries that it calls. */
export interface Cost {
  file: string;
  /** Of all time in which the processor was at work for us, 0 to 1. */
  share: number;
}

const isOurs = (url: string) => url.startsWith('file:') && !url.includes('/node_modules/');

/** Not at work. */
const idle = new Set(['(idle)', '(program)', '(root)']);

/** What each file cost: a sample is that of the innermost function of ours, whatever it has called. */
function costsIn({ nodes, samples = [] }: Profiler.Profile): Cost[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const fileOf = (id: number): string | undefined => {
    const name = byId.get(id)?.callFrame.functionName ?? '';
    if (idle.has(name)) return undefined;
    if (name === '(garbage collector)') return name;
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const url = byId.get(at)?.callFrame.url ?? '';
      if (isOurs(url)) return relative(process.cwd(), fileURLToPath(url));
    }
    return 'node and libraries';
  };
  const counts = new Map<string, number>();
  for (const sample of samples) {
    const file = fileOf(sample);
    if (file !== undefined) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .map(([file, count]) => ({ file, share: count / all }))
    .sort((one, other) => other.share - one.share);
}

/** Does something with a profiler on; gives what came of it, what it cost by files, and the profile as Chromium's tools open it. */
export async function profiled<T>(work: () => Promise<T>): Promise<{ result: T; costs: Cost[]; document: string }> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    const result = await work();
    const { profile } = await session.post('Profiler.stop');
    return { result, costs: costsIn(profile), document: JSON.stringify(profile) };
  } finally {
    session.disconnect();
  }
}
