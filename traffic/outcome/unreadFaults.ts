/** The facts of each way in which an answer did not come, could not be read, or was read in spite of a formal error. */
export interface UnreadableFacts {
  unconfirmed: { request: string; seen: string };
  transport: { request: string; seen: string };
  cut: { request: string; keptBytes: number };
  coded: { request: string; coding: string };
  miscoded: { request: string; coding: string };
  nested: { request: string; levels: number };
  wide: { request: string; values: number };
  longHeaders: { request: string };
  brokenHttp: { request: string; seen: string };
  notUtf8: { request: string };
  illegible: { request: string; seen: string };
  byteOrderMark: { request: string };
}

/** The weights of these faults. A limit of the suite is attributed to the suite; damage in transport may have any cause. */
export const unreadableWeights = {
  unconfirmed: { outcome: 'inconclusive', attribution: 'environment' },
  transport: { outcome: 'error', attribution: 'environment' },
  cut: { outcome: 'inconclusive', attribution: 'suite' },
  coded: { outcome: 'inconclusive', attribution: 'suite' },
  miscoded: { outcome: 'inconclusive', attribution: 'environment' },
  nested: { outcome: 'inconclusive', attribution: 'suite' },
  wide: { outcome: 'inconclusive', attribution: 'suite' },
  longHeaders: { outcome: 'inconclusive', attribution: 'suite' },
  brokenHttp: { outcome: 'error', attribution: 'environment' },
  illegible: { outcome: 'inconclusive', attribution: 'target' },
} as const;

/** Their prose. */
export const unreadableSentences: {
  [Code in keyof UnreadableFacts]: (facts: UnreadableFacts[Code]) => { wanted: string; seen: string };
} = {
  unconfirmed: (f) => ({ wanted: `the same answer twice to ${f.request}`, seen: f.seen }),
  transport: (f) => ({ wanted: `an answer to ${f.request}`, seen: f.seen }),
  cut: (f) => ({ wanted: `the whole answer to ${f.request}`, seen: `only its first ${f.keptBytes} bytes are stored` }),
  coded: (f) => ({
    wanted: `an answer to ${f.request} in a supported content coding`,
    seen: `${f.coding}, unasked for`,
  }),
  miscoded: (f) => ({
    wanted: `an answer to ${f.request} in the content coding that it names`,
    seen: `no ${f.coding}`,
  }),
  nested: (f) => ({
    wanted: `an answer to ${f.request} within our limit of nesting`,
    seen: `JSON nested deeper than ${f.levels} levels`,
  }),
  wide: (f) => ({
    wanted: `an answer to ${f.request} within our limit of values`,
    seen: `JSON with more than ${f.values} values`,
  }),
  longHeaders: (f) => ({ wanted: `an answer to ${f.request} with at most 64 KB of headers`, seen: 'longer headers' }),
  brokenHttp: (f) => ({ wanted: `a valid HTTP answer to ${f.request}`, seen: f.seen }),
  notUtf8: (f) => ({ wanted: `JSON in UTF-8 from ${f.request}`, seen: 'bytes that are not valid UTF-8' }),
  illegible: (f) => ({ wanted: `a readable answer to ${f.request} (see GEN-01a)`, seen: f.seen }),
  byteOrderMark: (f) => ({
    wanted: `JSON from ${f.request} without a byte order mark`,
    seen: 'a byte order mark at its start',
  }),
};
