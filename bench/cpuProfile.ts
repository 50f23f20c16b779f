import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The processor time of one of our files: its own work and that of the libraries that it calls. */
export interface Cost {
  file: string;
  /** The share of all busy time, 0 to 1. */
  share: number;
}

const isOurs = (url: string) => url.startsWith('file:') && !url.includes('/node_modules/');

/** Frames that stand for no work. */
const idle = new Set(['(idle)', '(program)', '(root)']);

/** Returns the cost of each file: a sample counts for the innermost function of ours on the stack. */
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

/** Runs work under a profiler; returns its result, the costs by file, and the profile in the format of Chromium's tools. */
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
