import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import type { Problem } from '../../../traffic/system/configurationError.ts';
import { variablesNamedIn } from '../../../traffic/target/file/namedVariables.ts';
import { targetFileIn } from '../../../traffic/target/file/readTargetFile.ts';
import type { TargetFile } from '../../../traffic/target/file/targetFile.ts';
import { moneyProblem } from '../../../traffic/target/moneyPermission.ts';

/** How a nightly job is written for one system: the example, its place beside the target file, and what to do then. */
interface CiSystem {
  example: string;
  place: string;
  next: (secrets: string) => string;
}

const systems = {
  github: {
    example: 'github-nightly.yml',
    place: join('.github', 'workflows', 'assay-nightly.yml'),
    next: (secrets) =>
      `set the secrets ${secrets} of the repository; GitHub runs workflows only from .github/workflows at its top`,
  },
  gitlab: {
    example: 'gitlab-nightly.yml',
    place: 'gitlab-nightly.yml',
    next: (secrets) => `include it in .gitlab-ci.yml, set the masked variables ${secrets}, and add a schedule`,
  },
} as const satisfies Record<string, CiSystem>;

const isSystem = (name: string): name is keyof typeof systems => Object.hasOwn(systems, name);

/** The systems that `assay init --ci` knows. */
const ciSystems = Object.keys(systems);

const where = '--ci';

/** Returns the reasons why the job for a system cannot be written beside a target file. */
export function ciProblems(system: string, targetFile: string): Problem[] {
  const wanted = `one of ${ciSystems.join(', ')}`;
  if (!isSystem(system))
    return [{ where, wanted, seen: system, hint: 'For other systems, begin with a file of examples/.' }];
  const name = basename(targetFile);
  const file = join(dirname(targetFile), systems[system].place);
  const hint = 'Remove it, or change it by hand.';
  return [
    ...(/^[\w.-]+$/.test(name)
      ? []
      : [
          {
            where,
            wanted: 'a target file with a plain name',
            seen: name,
            hint: 'Use letters, digits, dots and dashes.',
          },
        ]),
    ...(existsSync(file) ? [{ where, wanted: 'a new file', seen: `${file}, which already exists`, hint }] : []),
  ];
}

/** Returns an example for another target file: its name, the names of its state, and the variables that it names as secrets. */
function exampleFor(example: string, targetName: string, variables: readonly string[]): string {
  const stem = basename(targetName, extname(targetName));
  const secretLines = (indent: string) =>
    variables.map((name) => `${indent}${name}: \${{ secrets.${name} }}\n`).join('');
  return readFileSync(join(packageRoot, 'examples', example), 'utf8')
    .replaceAll('target.yaml', targetName)
    .replaceAll(/\btarget(?=\.(state|\*))/g, stem)
    .replaceAll(/^( +)ASSAY_TOKEN_ID: .*\n +ASSAY_TOKEN_SECRET: .*\n/gm, (_lines, indent: string) =>
      secretLines(indent),
    );
}

/** Returns the package.json that an install in a folder would use; undefined if there is none. */
function packageFileFor(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : packageFileFor(dirname(folder));
}

/** True if a package.json has Assay as a dependency, or is its own. A file that cannot be read has it not. */
function hasAssay(file: string): boolean {
  try {
    const { name, dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'));
    return name === 'assay' || 'assay' in { ...dependencies, ...devDependencies };
  } catch {
    return false;
  }
}

/** Lists what is still to be done before the job can run: the package, permission for payments, and what the system asks for. */
function stepsLeft(target: TargetFile, targetFile: string, after: string): string[] {
  const money = moneyProblem(target, { named: undefined, instead: '' });
  const packageFile = packageFileFor(dirname(targetFile));
  return [
    ...(packageFile !== undefined && hasAssay(packageFile)
      ? []
      : ['add Assay to package.json, and commit the packed file with it: npm install ./assay-0.1.0.tgz']),
    ...(money ? [`allow payments, since nobody is there to ask: ${money.hint}`] : []),
    after,
  ];
}

/** Writes the nightly job of a system beside a target file; returns what to print. The caller has seen that there are no problems. */
export function writeCiExample(system: string, targetFile: string): string {
  if (!isSystem(system)) throw new Error(`expected a known system, got ${system}`);
  const { example, place, next } = systems[system];
  const file = join(dirname(targetFile), place);
  const target = targetFileIn(readFileSync(targetFile, 'utf8'), targetFile);
  const variables = variablesNamedIn(target);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, exampleFor(example, basename(targetFile), variables), { flag: 'wx' });
  const steps = stepsLeft(target, targetFile, next(variables.join(' ')));
  return `wrote ${relative(process.cwd(), file)}; next:\n${steps.map((step) => `  ${step}\n`).join('')}`;
}
