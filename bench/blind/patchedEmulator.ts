import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../../schemas/packageRoot.ts';

/** Defines `require` for bundled packages that call it. */
const requires =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

const most = 64 * 1024 * 1024;

/** Builds the emulator of a commit, changed by a patch, in a folder; returns the file to start. Throws if the patch does not apply. */
export async function patchedEmulator(folder: string, { commit, patch }: { commit: string; patch: string }) {
  mkdirSync(folder, { recursive: true });
  const sources = execFileSync('git', ['archive', commit, 'emulator', 'package.json'], {
    cwd: packageRoot,
    maxBuffer: most,
  });
  execFileSync('tar', ['x'], { cwd: folder, input: sources });
  if (patch !== '')
    execFileSync('git', ['apply', '-'], { cwd: folder, input: patch, stdio: ['pipe', 'ignore', 'pipe'] });
  const program = join(folder, 'emulator.mjs');
  await build({
    entryPoints: [join(folder, 'emulator', 'main.ts')],
    nodePaths: [join(packageRoot, 'node_modules')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: requires },
    define: { WIDGET_SCRIPT: JSON.stringify(await widgetScript(folder)) },
    logLevel: 'error',
  });
  return program;
}

/** Returns the script of the pages of an emulator as one text; empty for an emulator that has none yet. */
async function widgetScript(folder: string): Promise<string> {
  const entry = join(folder, 'emulator', 'pages', 'browser', 'widget.ts');
  if (!existsSync(entry)) return '';
  const built = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false, logLevel: 'error' });
  return built.outputFiles[0]?.text ?? '';
}
