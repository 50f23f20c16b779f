import { pathToFileURL } from 'node:url';
import { houseTool } from '../../tools/houseTools.ts';
import { importRules } from './importRules.ts';

/** An import that a rule forbids, as dependency-cruiser says it. */
interface ForbiddenImport {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
  readonly cycle?: readonly { readonly name: string }[];
}

/** What we use of dependency-cruiser, which is no dependency of ours. */
interface Cruiser {
  cruise(
    files: readonly string[],
    options: object,
  ): Promise<{ output: { summary: { violations: readonly ForbiddenImport[] } } }>;
}

/** The sentence of each import that the rules forbid among some sources, by their paths from the repository's root. */
export async function forbiddenImports(root: string, sources: readonly string[]): Promise<string[]> {
  const cruiser = pathToFileURL(houseTool('dependency-cruiser', 'src/main/index.mjs'));
  const { cruise } = (await import(cruiser.href)) as Cruiser;
  const { output } = await cruise([...sources], {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: [...importRules] },
    doNotFollow: { path: 'node_modules' },
    // Without it types would count for nothing.
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
  });
  return output.summary.violations.map(sentenceOf);
}

/** As those of the house rules are written: what is wanted, what is seen, what to do. */
function sentenceOf({ rule: { name }, from, to, cycle }: ForbiddenImport): string {
  const seen = cycle ? [from, ...cycle.map((one) => one.name)].join(' → ') : to;
  const comment = importRules.find((one) => one.name === name)?.comment ?? '';
  return `${from} ${name}: ${comment.replace('; ', `; seen ${seen}; `)}`;
}
