import { createReadStream } from 'node:fs';
import { scanJson } from '../../schemas/json/jsonScan.ts';
import { journalLine } from '../../traffic/journal/journal.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { bundleFolders, bundleLimits } from '../bundle/bundleFiles.ts';
import type { Bundle, BundleFile } from '../bundle/readBundle.ts';
import { Refusal } from '../refusal.ts';

/** A line of a journal, and where it stands: the file and the number of the line, from 1. */
export interface PlacedLine {
  line: Line;
  file: string;
  at: number;
}

const newline = 0x0a;

/** Yields the lines of a file, each ended by a line break, and never holds more than one line and one piece of the file. Throws Refusal. */
async function* textsOf({ path, place }: BundleFile): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(place)) {
    const bytes = piece as Buffer;
    let from = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      yield Buffer.concat([rest, bytes.subarray(from, end)]).toString('utf8');
      rest = Buffer.alloc(0);
      from = end + 1;
    }
    rest = Buffer.concat([rest, bytes.subarray(from)]);
    if (rest.length > bundleLimits.lineBytes)
      throw new Refusal('tooLarge', { where: `a line of ${path}`, limit: `${bundleLimits.lineBytes} bytes` });
  }
  if (rest.length > 0) throw new Refusal('brokenLine', { where: path });
}

/** The file with the line that describes the run is read first, as in a journal folder. */
const runFile = `${bundleFolders.journal}/run.ndjson`;

/** Returns the files of the journal of a bundle in the order in which a journal is read. */
function journalFilesOf({ files }: Bundle): BundleFile[] {
  const own = [...files.values()].filter(({ path }) => path.startsWith(`${bundleFolders.journal}/`));
  const rest = own.filter(({ path }) => path !== runFile).sort((a, b) => (a.path < b.path ? -1 : 1));
  return [...own.filter(({ path }) => path === runFile), ...rest];
}

/** A deeper line is refused as it is read. */
const deepest = 64;

function readLine(text: string, { path, at }: { path: string; at: number }): Line {
  const where = `${path}:${at}`;
  const [doubled] = scanJson(text, deepest).duplicates;
  if (doubled) throw new Refusal('doubledInLine', { where, seen: doubled.key.slice(0, 60) });
  try {
    return journalLine(text, where);
  } catch (error) {
    throw new Refusal('unreadableLine', { seen: (error as Error).message });
  }
}

/** Reads the journal of a bundle line by line, within its bounds. Throws Refusal for the first line that is none. */
export async function readLines(bundle: Bundle): Promise<PlacedLine[]> {
  const lines: PlacedLine[] = [];
  for (const file of journalFilesOf(bundle)) {
    let at = 0;
    for await (const text of textsOf(file)) {
      at += 1;
      lines.push({ line: readLine(text, { path: file.path, at }), file: file.path, at });
      if (lines.length > bundleLimits.lines)
        throw new Refusal('tooMany', { where: 'its journal', limit: `${bundleLimits.lines} lines` });
    }
  }
  return lines;
}
