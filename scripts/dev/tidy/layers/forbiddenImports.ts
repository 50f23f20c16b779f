import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import { importRules } from './importRules.ts';

/** The sentence of each import that the rules forbid among some sources, by their paths from the repository's root. */
export async function forbiddenImports(root: string, sources: readonly string[]): Promise<string[]> {
  const { output } = await cruise([...sources], {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: [...importRules] },
    doNotFollow: { path: 'node_modules' },
    // Without it types would count for nothing.
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
  });
  return (output as ICruiseResult).summary.violations.map(sentenceOf);
}

/** As those of the house rules are written: what is wanted, what is seen, what to do. */
function sentenceOf({ rule: { name }, from, to, cycle }: IViolation): string {
  const seen = cycle ? [from, ...cycle.map((one) => one.name)].join(' → ') : to;
  const comment = importRules.find((one) => one.name === name)?.comment ?? '';
  return `${from} ${name}: ${comment.replace('; ', `; seen ${seen}; `)}`;
}
