/** Names a target in one line: its name, its kind where that says more, and its address. */
export const targetWords = ({ name, kind, baseUrl }: { name: string; kind: string; baseUrl: string }): string =>
  `${name}${name === kind ? '' : ` (${kind})`} at ${baseUrl}`;
