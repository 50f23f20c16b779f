import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder with the builds of a checkout; an installed package has only its packed build, and no sources. */
const builds = join(root, '.build');
export const packed = join(root, 'dist');

/** The number of newest builds that are kept. Builds of the last hour are kept as well, since a run may still use the build that it started with. */
const kept = 4;
const keptMs = 3_600_000;

/** Folders that contain no sources of this package. */
const apart = /^(\.|dist$|test-results$|reports\/out$)|(^|\/)node_modules$/;

/** Generates every TypeScript file below a folder, by its path from the package root. */
function* sourcesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const own = relative(root, path).replaceAll('\\', '/');
    if (apart.test(own)) continue;
    if (entry.isDirectory()) yield* sourcesIn(path);
    else if (/\.ts$/.test(own)) yield own;
  }
}

/** The entry points of the product besides its specs. */
const doors = ['scripts/assay.ts', 'runner/session/workerMain.ts', 'emulator/main.ts'];

const isOfProduct = (path) => doors.includes(path) || /^specs\/[^/]+\.spec\.ts$/.test(path);

/** True for entry points of developers: tests, scripts and benches, which may start the product themselves. */
const isEntry = (path) =>
  isOfProduct(path) ||
  /\.test\.ts$|^(scripts\/dev|bench|bench\/certificates|tests\/support\/programs)\/[^/]+\.ts$|\/(testee|playwright\.config)\.ts$/.test(
    path,
  );

/** Files besides the sources that decide what a journal is judged by. */
const data = ['schemas/openapi.json', 'specs/catalogue.json', 'specs/unjudged.json'];

/** Returns a hash of the sources: any change in one of them changes it. */
function stampOf(sources) {
  const hash = createHash('sha1').update(process.version);
  for (const path of [...sources, ...data, 'package-lock.json', 'scripts/build.js']) {
    const { mtimeMs, size } = statSync(join(root, path));
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Folders whose sources judge the product and are no part of it. */
const ofTests = /^(bench|tests)\/|\.test\.ts$/;

const hashOf = (path) =>
  createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex');

/** Returns what a build knows of itself: two checkouts of the same sources say the same. */
function buildFacts() {
  const hash = createHash('sha256');
  const sources = [...sourcesIn(root)].filter((path) => !ofTests.test(path));
  for (const path of [...sources, ...data, 'package-lock.json'].sort()) hash.update(`${path} ${hashOf(path)}\n`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { version, sources: hash.digest('hex'), lock: hashOf('package-lock.json') };
}

/** Returns the imports of each source, by path. */
const importsIn = ({ inputs }) =>
  Object.fromEntries(
    Object.entries(inputs).map(([path, { imports }]) => [
      path,
      imports.filter((one) => !one.external).map((one) => one.path),
    ]),
  );

/** Packages that read files from their own folder, or that must be loaded only once. They stay in node_modules. */
const unmoved = [
  '@playwright/test',
  '@axe-core/playwright',
  '@sparticuz/chromium',
  'allure-playwright',
  'allure-js-commons',
  'esbuild',
];

/** Defines `require` for bundled packages that call it. */
const requires =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

/**
 * Returns the options for packages. The product bundles its packages, which halves its start time. Builds for developers are made after each change, and leave
 * the packages in node_modules.
 */
const packagesIn = (isMapped) =>
  isMapped ? { packages: 'external' } : { external: unmoved, banner: { js: requires } };

/** Returns the script of the emulator's pages as one text, which its sources know as WIDGET_SCRIPT. */
async function widgetScript(build) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['emulator/pages/browser/widget.ts'],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

/** Builds entry points and their shared code into a folder; `isMapped` adds source maps. */
export async function buildInto(outdir, entryPoints, { isMapped = false } = {}) {
  const { build, stop } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outbase: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    define: { ASSAY_BUILD: JSON.stringify(buildFacts()), WIDGET_SCRIPT: JSON.stringify(await widgetScript(build)) },
    ...packagesIn(isMapped),
    sourcemap: isMapped,
    sourcesContent: false,
    metafile: true,
    logLevel: 'error',
  });
  // esbuild's own process would otherwise live as long as ours.
  await stop();
  writeFileSync(
    join(outdir, 'build.json'),
    `${JSON.stringify({ node: process.version, imports: importsIn(metafile) }, null, 1)}\n`,
  );
}

/** Texts of the package that the verifier reads; it has no package around it. */
const verifierFiles = () => [
  'schemas/openapi.json',
  'specs/catalogue.json',
  'specs/costs.json',
  'specs/statements.json',
  'specs/unjudged.json',
  'traffic/target/file/target.schema.json',
  ...specs(),
];

const specs = () => [...sourcesIn(join(root, 'specs'))].map((path) => `specs/${path.replace(/^specs\//, '')}`);

/** Takes the place of packages that only a run needs: the verifier sends nothing and starts no test runner. */
const withoutRunner = {
  name: 'without-runner',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@playwright\/test$/ }, ({ path }) => ({ path, namespace: 'absent' }));
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

/** Builds the verifier of certificates as one file, which runs with Node alone. */
export async function buildVerifier(outfile) {
  const { build, stop } = await import('esbuild');
  const texts = verifierFiles().map((path) => [path, readFileSync(join(root, path), 'utf8')]);
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/verifierMain.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: `#!/usr/bin/env node\n${requires}` },
    define: {
      ASSAY_BUILD: JSON.stringify(buildFacts()),
      ASSAY_FILES: JSON.stringify(Object.fromEntries(texts)),
    },
    plugins: [withoutRunner],
    logLevel: 'error',
  });
  await stop();
}

/** Returns the entry points of the product. */
export const productEntries = () => [...sourcesIn(root)].filter(isOfProduct);

/** Removes outdated builds. */
function tidy() {
  const ages = readdirSync(builds).map((name) => ({ name, ms: Date.now() - statSync(join(builds, name)).mtimeMs }));
  const old = ages.sort((a, b) => a.ms - b.ms).filter(({ ms }, place) => place >= kept && ms > keptMs);
  for (const { name } of old) rmSync(join(builds, name), { recursive: true, force: true });
}

/** Builds into a folder unless it exists; if two processes build at once, the second uses the result of the first. */
async function made(folder, entryPoints, how) {
  if (existsSync(join(folder, 'build.json'))) return folder;
  const own = `${folder}-${process.pid}`;
  mkdirSync(own, { recursive: true });
  try {
    await buildInto(own, entryPoints, how);
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(join(folder, 'build.json'))) throw error;
  }
  tidy();
  return folder;
}

/** Returns the address of the built entry point; changed sources are built first. */
export async function built(entry) {
  const isPacked = !existsSync(join(root, 'scripts', 'assay.ts'));
  const name = entry.replace(/\.ts$/, '.js');
  if (isPacked) return pathToFileURL(join(packed, name)).href;
  const sources = [...sourcesIn(root)].sort();
  const isProduct = isOfProduct(entry);
  const folder = join(builds, `${isProduct ? 'product' : 'all'}-${stampOf(sources)}`);
  await made(folder, sources.filter(isProduct ? isOfProduct : isEntry), { isMapped: !isProduct });
  return pathToFileURL(join(folder, name)).href;
}
