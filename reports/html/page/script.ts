/** What the page does beyond reading: it searches and filters the requirements, copies commands, and opens what a link points to. The page reads well without. */
export const script = `
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const tools = document.getElementById('tools');
  if (tools) {
    const search = document.getElementById('search');
    const status = document.getElementById('shown');
    const rows = all('[data-outcome]').map((row) => ({ row, text: row.textContent.toLowerCase() }));
    const buttons = all('button[data-filter]', tools);
    const show = () => {
      const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
      const wanted = buttons.filter((one) => one.getAttribute('aria-pressed') === 'true').map((one) => one.dataset.filter);
      let count = 0;
      for (const { row, text } of rows) {
        const fits = (wanted.length === 0 || wanted.includes(row.dataset.outcome)) && words.every((word) => text.includes(word));
        row.hidden = !fits;
        if (fits) count += 1;
      }
      status.textContent = count + ' of ' + rows.length + ' requirements';
    };
    search.addEventListener('input', show);
    for (const one of buttons)
      one.addEventListener('click', () => {
        one.setAttribute('aria-pressed', String(one.getAttribute('aria-pressed') !== 'true'));
        show();
      });
    document.addEventListener('keydown', (event) => {
      if (event.key === '/' && document.activeElement !== search) {
        event.preventDefault();
        search.focus();
      } else if (event.key === 'Escape' && document.activeElement === search) {
        search.value = '';
        show();
      }
    });
    tools.hidden = false;
    show();
  }
  for (const one of all('button.copy')) {
    if (!navigator.clipboard) break;
    one.hidden = false;
    one.addEventListener('click', async () => {
      await navigator.clipboard.writeText(one.previousElementSibling.textContent);
      one.textContent = 'Copied';
    });
  }
  const reveal = () => {
    const to = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let one = to; one; one = one.parentElement) if (one.tagName === 'DETAILS') one.open = true;
    if (to) to.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  reveal();
  addEventListener('beforeprint', () => {
    for (const one of all('details.failure')) one.open = true;
  });
})();
`;
