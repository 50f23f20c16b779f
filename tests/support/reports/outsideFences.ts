/**
 * Returns the lines of a Markdown text outside its fences, as CommonMark reads them: a line of at least as many backticks and nothing else closes a fence.
 * Throws if the last fence stays open; for tests only.
 */
export function outsideFences(markdown: string): readonly string[] {
  const outside: string[] = [];
  let fence = 0;
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const opens = /^ {0,3}(`{3,})[^`]*$/.exec(line)?.[1]?.length ?? 0;
    const closes = /^ {0,3}(`{3,})[ \t]*$/.exec(line)?.[1]?.length ?? 0;
    if (fence === 0 && opens > 0) fence = opens;
    else if (fence === 0) outside.push(line);
    else if (closes >= fence) fence = 0;
  }
  if (fence > 0) throw new Error('expected every code fence to be closed, but the last one stays open');
  return outside;
}
