import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';

/** A status as interface.md writes them: any other text from a target could break the diagram. */
const status = /^[A-Z_]{1,40}$/;

const mostArrows = 100;

/** Draws the transitions of each resource that LIF-16 has learned, as a Mermaid state diagram; undefined if there are none. */
export function stateDiagramOf(requirements: readonly RequirementVerdict[]): string | undefined {
  const { learned = {} } = requirements.find(({ id }) => id === 'LIF-16') ?? {};
  const arrows = Object.entries(learned).flatMap(([key, seen]) => {
    const [, resource, from = ''] = /^(\w+) from (\w+), /.exec(key) ?? [];
    const states = seen.split(', ').filter((to) => status.test(to) && status.test(from));
    return states.map(
      (to) => `  ${resource}_${from}: ${from}\n  ${resource}_${to}: ${to}\n  ${resource}_${from} --> ${resource}_${to}`,
    );
  });
  if (arrows.length === 0) return undefined;
  const lines = new Set(arrows.slice(0, mostArrows).flatMap((arrow) => arrow.split('\n')));
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}
