/**
 * The lines of a Markdown text that stand outside its fences, read as CommonMark does: a fence is closed by a line of at
 * least as many backticks and nothing else. Throws when the last fence stays open; for tests only.
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
  if (fence > 0) throw new Error('a fence stays open');
  return outside;
}
