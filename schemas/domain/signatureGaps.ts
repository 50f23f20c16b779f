/** What a signature of § Authentication leaves unsaid, as the keys under which it is learned of a target (AUT-06). */
export const signatureGaps = {
  path: 'a captured GET on another path',
  query: 'a captured GET with another query',
  joint: 'a captured POST as a GET',
  replay: 'a captured GET once more',
} as const;
