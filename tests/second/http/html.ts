/** A whole page with a title, some lines of text and more HTML below. */
export function page(title: string, lines: string[], below: string): string {
  const body = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title>`;
  const content = `<h1>${escapeHtml(title)}</h1>${body}${below}`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${content}</body></html>`;
}

/** A form that is sent back to the page it stands on. */
export function form(inputs: string, button: string): string {
  return `<form method="post">${inputs}<button>${escapeHtml(button)}</button></form>`;
}

/** The link back to the merchant, if its address is a web address. */
export function returnLink(returnUrl: string | undefined): string {
  return returnUrl && /^https?:/i.test(returnUrl) ? `<p><a href="${escapeHtml(returnUrl)}">Return</a></p>` : '';
}

/** Makes text safe to stand in HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
