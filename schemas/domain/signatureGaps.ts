/** The parts of a request that a signature of § Authentication possibly does not cover. The texts are the keys of the values learned from a target (AUT-06). */
export const signatureGaps = {
  path: 'a captured GET on another path',
  query: 'a captured GET with another query',
  joint: 'a captured POST as a GET',
  replay: 'a captured GET once more',
} as const;
