import type { Subject } from '../statement/statement.ts';

/** The files of a bundle, by their paths in it. */
export const bundleFiles = {
  statement: 'statement.json',
  verdict: 'verdict.json',
  contract: 'contract.json',
  catalogue: 'catalogue.json',
  campaign: 'campaign.json',
  report: 'report.html',
  page: 'certificate.html',
  badge: 'badge.svg',
} as const;

/** The folders of a bundle. */
export const bundleFolders = { journal: 'journal', countersignatures: 'countersignatures' } as const;

/** Subjects that are not in a bundle: whoever has the same build has them. */
export const suiteSubjects = { build: 'suite/build', lock: 'suite/package-lock.json' } as const;

/** Returns the subjects by which the journal was judged: the contract and the catalogue. */
export const configurationOf = (subject: readonly Subject[]): Subject[] =>
  subject.filter(({ name }) => name === bundleFiles.contract || name === bundleFiles.catalogue);

/** Made from the statement, so the statement cannot name their digests. */
export const madeFromStatement: readonly string[] = [bundleFiles.page, bundleFiles.badge];

/** True for the path of a file that a bundle may hold, however it is spelled: no path leads out of the folder. */
export const isBundlePath = (path: string): boolean =>
  (Object.values(bundleFiles) as string[]).includes(path) ||
  /^journal\/[\w][\w.-]{0,60}\.ndjson$/.test(path) ||
  /^countersignatures\/[\w][\w.-]{0,90}\.json$/.test(path);

const megabytes = 1024 * 1024;

/**
 * The bounds of a bundle, which comes from a stranger. A full run on the emulator has 45 MB of journal in 7 files, a verdict of 0.2 MB and a report of 0.2 MB; a
 * target with many methods has ten times as much.
 */
export const bundleLimits = {
  /** Files in all folders together. */
  files: 200,
  /** Bytes of all files together, and of one. */
  bytes: 512 * megabytes,
  fileBytes: 256 * megabytes,
  /** Bytes of a file that is parsed as one JSON value. */
  documentBytes: 32 * megabytes,
  /** Bytes of a line of the journal: both bodies of an exchange with every character escaped. */
  lineBytes: 16 * megabytes,
  lines: 500_000,
  countersignatures: 20,
} as const;
