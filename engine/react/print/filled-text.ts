/** Formatted text with what stands in the place of its variables, as text; formulas keep their braces. */
export function filledText(html: string, values: ReadonlyMap<string, string>): string {
  if (values.size === 0) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('[data-latex]') === null) node.nodeValue = filledLine(node.nodeValue ?? '', values);
  return body.innerHTML;
}

/** A text with what stands in the place of `{key}`; one that nobody has stays as it is written. */
export function filledLine(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\{([a-z][A-Za-z0-9]*)\}/g, (whole, key: string) => values.get(key) ?? whole);
}
