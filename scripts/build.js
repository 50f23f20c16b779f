import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where builds of a checkout lie, a folder each; a package that is installed has one, and no sources. */
const builds = join(root, '.build');
export const packed = join(root, 'dist');

/** So many builds are kept, and those of the last hour: a run that has begun goes on with what it was begun with. */
const kept = 4;
const keptMs = 3_600_000;

/** What holds no source of ours. */
const apart = /^(\.|dist$|test-results$|reports\/out$)|(^|\/)node_modules$/;

/** Every TypeScript file below a folder, by its path from the package's. */
function* sourcesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const own = relative(root, path).replaceAll('\\', '/');
    if (apart.test(own)) continue;
    if (entry.isDirectory()) yield* sourcesIn(path);
    else if (/\.ts$/.test(own)) yield own;
  }
}

/** What the product is started by, beside its specs. */
const doors = ['scripts/assay.ts', 'runner/session/workerMain.ts', 'emulator/main.ts'];

const isOfProduct = (path) => doors.includes(path) || /^specs\/[^/]+\.spec\.ts$/.test(path);

/** What its developers start: tests, scripts and benches, which may start the product in turn. */
const isEntry = (path) =>
  isOfProduct(path) ||
  /\.test\.ts$|^(scripts\/dev|bench|tests\/support\/programs)\/[^/]+\.ts$|\/playwright\.config\.ts$/.test(path);

/** A name for the sources as they are: another for whatever changes in one of them. */
function stampOf(sources) {
  const hash = createHash('sha1').update(process.version);
  for (const path of [...sources, 'package-lock.json', 'scripts/build.js']) {
    const { mtimeMs, size } = statSync(join(root, path));
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The sources that each source imports, by their paths. */
const importsIn = ({ inputs }) =>
  Object.fromEntries(
    Object.entries(inputs).map(([path, { imports }]) => [
      path,
      imports.filter((one) => !one.external).map((one) => one.path),
    ]),
  );

/** Packages that find files of their own beside themselves, or are to be the same for all: they stay where npm has put them. */
const unmoved = ['@playwright/test', 'allure-playwright', 'allure-js-commons', 'esbuild'];

/** What packages written for `require` ask for. */
const requires =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

/**
 * What becomes of packages: the product has them in its own few files, which start in half the time; what its developers start, which is
 * built again after each change, leaves them where npm has put them.
 */
const packagesIn = (isMapped) =>
  isMapped ? { packages: 'external' } : { external: unmoved, banner: { js: requires } };

/** Builds entry points with all that they share into a folder; `isMapped` for whoever looks up lines. */
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
    ...packagesIn(isMapped),
    sourcemap: isMapped,
    sourcesContent: false,
    metafile: true,
    logLevel: 'error',
  });
  // Its own process would stay as long as ours.
  await stop();
  writeFileSync(
    join(outdir, 'build.json'),
    `${JSON.stringify({ node: process.version, imports: importsIn(metafile) }, null, 1)}\n`,
  );
}

/** The entry points of the product. */
export const productEntries = () => [...sourcesIn(root)].filter(isOfProduct);

/** Removes builds that nobody has any use for any more. */
function tidy() {
  const ages = readdirSync(builds).map((name) => ({ name, ms: Date.now() - statSync(join(builds, name)).mtimeMs }));
  const old = ages.sort((a, b) => a.ms - b.ms).filter(({ ms }, place) => place >= kept && ms > keptMs);
  for (const { name } of old) rmSync(join(builds, name), { recursive: true, force: true });
}

/** Builds what is not built yet; of two processes that do so at once the second finds its work done. */
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

/** The address of what an entry point was built into; what has changed since the last start is built first. */
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
