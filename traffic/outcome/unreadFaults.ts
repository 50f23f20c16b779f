import { leadsTo, violation } from './faultKind.ts';

/**
 * The faults of answers that did not come, could not be read, or were read in spite of a formal error. A limit of the suite is attributed to the suite; damage in
 * transport may have any cause.
 */
export const unreadFaults = {
  unconfirmed: leadsTo('inconclusive', 'environment', (f: { request: string; seen: string }) => ({
    wanted: `the same answer twice to ${f.request}`,
    seen: f.seen,
  })),
  transport: leadsTo('error', 'environment', (f: { request: string; seen: string }) => ({
    wanted: `an answer to ${f.request}`,
    seen: f.seen,
  })),
  cut: leadsTo('inconclusive', 'suite', (f: { request: string; keptBytes: number }) => ({
    wanted: `the whole answer to ${f.request}`,
    seen: `only its first ${f.keptBytes} bytes are stored`,
  })),
  coded: leadsTo('inconclusive', 'suite', (f: { request: string; coding: string }) => ({
    wanted: `an answer to ${f.request} in a supported content coding`,
    seen: `${f.coding}, unasked for`,
  })),
  miscoded: leadsTo('inconclusive', 'environment', (f: { request: string; coding: string }) => ({
    wanted: `an answer to ${f.request} in the content coding that it names`,
    seen: `no ${f.coding}`,
  })),
  nested: leadsTo('inconclusive', 'suite', (f: { request: string; levels: number }) => ({
    wanted: `an answer to ${f.request} within our limit of nesting`,
    seen: `JSON nested deeper than ${f.levels} levels`,
  })),
  wide: leadsTo('inconclusive', 'suite', (f: { request: string; values: number }) => ({
    wanted: `an answer to ${f.request} within our limit of values`,
    seen: `JSON with more than ${f.values} values`,
  })),
  longHeaders: leadsTo('inconclusive', 'suite', (f: { request: string }) => ({
    wanted: `an answer to ${f.request} with at most 64 KB of headers`,
    seen: 'longer headers',
  })),
  brokenHttp: leadsTo('error', 'environment', (f: { request: string; seen: string }) => ({
    wanted: `a valid HTTP answer to ${f.request}`,
    seen: f.seen,
  })),
  notUtf8: violation((f: { request: string }) => ({
    wanted: `JSON in UTF-8 from ${f.request}`,
    seen: 'bytes that are not valid UTF-8',
  })),
  illegible: leadsTo('inconclusive', 'target', (f: { request: string; seen: string }) => ({
    wanted: `a readable answer to ${f.request} (see GEN-01a)`,
    seen: f.seen,
  })),
  byteOrderMark: violation((f: { request: string }) => ({
    wanted: `JSON from ${f.request} without a byte order mark`,
    seen: 'a byte order mark at its start',
  })),
};
