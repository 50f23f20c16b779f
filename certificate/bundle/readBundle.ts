import { createHash } from 'node:crypto';
import { createReadStream, type Dirent, lstatSync, opendirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanJson } from '../../schemas/json/jsonScan.ts';
import { type Plain, parsedPlain } from '../../schemas/json/plain.ts';
import { Refusal } from '../refusal.ts';
import { bundleFiles, bundleFolders, bundleLimits, isBundlePath } from './bundleFiles.ts';

/** A file of a bundle: its path in the bundle, where it is, and how long. Its content was not looked at yet. */
export interface BundleFile {
  path: string;
  place: string;
  bytes: number;
}

/** A bundle whose files are known and within bounds. Nothing of them is believed. */
export interface Bundle {
  folder: string;
  files: ReadonlyMap<string, BundleFile>;
}

/** Lists a folder and stops at the bound: a folder of a stranger may hold millions of files. */
function entriesOf(folder: string): Dirent[] {
  const directory = opendirSync(folder);
  const found: Dirent[] = [];
  try {
    for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
      found.push(entry);
      if (found.length > bundleLimits.files)
        throw new Refusal('tooMany', { where: folder, limit: `${bundleLimits.files} files` });
    }
  } finally {
    directory.closeSync();
  }
  return found;
}

const folderNames: readonly string[] = Object.values(bundleFolders);

function fileAt(folder: string, path: string): BundleFile {
  if (!isBundlePath(path)) throw new Refusal('unknownFile', { where: path });
  const place = join(folder, path);
  const { size } = lstatSync(place);
  if (size > bundleLimits.fileBytes)
    throw new Refusal('tooLarge', { where: path, limit: `${bundleLimits.fileBytes} bytes` });
  return { path, place, bytes: size };
}

/** Yields the files of a folder of the bundle, without following links. */
function* filesBelow(folder: string, inside = ''): Generator<BundleFile> {
  for (const entry of entriesOf(join(folder, inside))) {
    const path = `${inside}${entry.name}`;
    if (entry.isDirectory() && inside === '' && folderNames.includes(entry.name))
      yield* filesBelow(folder, `${entry.name}/`);
    else if (entry.isDirectory()) throw new Refusal('unknownFile', { where: path });
    else if (!entry.isFile()) throw new Refusal('notRegular', { where: path });
    else yield fileAt(folder, path);
  }
}

/** Lists the files of a bundle, within its bounds. Throws Refusal. */
export function readBundle(folder: string): Bundle {
  const files = new Map<string, BundleFile>();
  let bytes = 0;
  for (const file of filesBelow(folder)) {
    files.set(file.path, file);
    bytes += file.bytes;
    if (files.size > bundleLimits.files)
      throw new Refusal('tooMany', { where: 'the bundle', limit: `${bundleLimits.files} files` });
    if (bytes > bundleLimits.bytes)
      throw new Refusal('tooLarge', { where: 'the bundle', limit: `${bundleLimits.bytes} bytes` });
  }
  if (!files.has(bundleFiles.statement)) throw new Refusal('noStatementFile', { where: folder });
  return { folder, files };
}

/** Returns a file of a bundle. Throws Refusal if it has none at that path. */
export function fileOf({ files }: Bundle, path: string): BundleFile {
  const file = files.get(path);
  if (!file) throw new Refusal('missingFile', { where: path });
  return file;
}

/** Reads the text of a file that is parsed as a whole. Throws Refusal. */
export function textOf(bundle: Bundle, path: string, limit: number = bundleLimits.documentBytes): string {
  const { place, bytes } = fileOf(bundle, path);
  if (bytes > limit) throw new Refusal('tooLarge', { where: path, limit: `${limit} bytes` });
  return readFileSync(place, 'utf8');
}

/** No document of a bundle is nested deeper than this. */
const deepest = 64;

/** Reads a file as one JSON value without doubled members; undefined if it is no JSON. Throws Refusal. */
export function documentOf(bundle: Bundle, path: string): Plain | undefined {
  const text = textOf(bundle, path);
  const { depth, duplicates } = scanJson(text, deepest);
  if (depth > deepest) throw new Refusal('tooDeep', { where: path, limit: `${deepest} levels` });
  if (duplicates[0]) throw new Refusal('doubledMember', { where: path, seen: duplicates[0].key });
  return parsedPlain(text);
}

/** Returns the SHA-256 of a file in hex. It is read in pieces, and not beyond the length that was found at first. */
export async function digestOf({ path, place, bytes }: BundleFile): Promise<string> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const piece of createReadStream(place)) {
    read += (piece as Buffer).length;
    if (read > bytes) throw new Refusal('unreadable', { where: path, seen: 'it grows while it is read' });
    hash.update(piece as Buffer);
  }
  return hash.digest('hex');
}
