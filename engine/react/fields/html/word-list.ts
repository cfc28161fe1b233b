/** A paragraph that Word means as an item of a list. */
type WordItem = { readonly paragraph: HTMLElement; readonly level: number; readonly isNumbered: boolean };

const listStyle = /mso-list:\s*\S+\s+level(\d+)/i;
/** What stands before an item that is not numbered: a sign by itself. */
const bullet = /^[^\p{L}\p{N}]*$|^[ouvØü§]$/u;

function itemOf(element: Element): WordItem | undefined {
  if (!(element instanceof HTMLElement) || element.tagName !== 'P') return undefined;
  const [, level] = listStyle.exec(element.dataset.style ?? '') ?? [];
  if (level === undefined) return undefined;
  const marker = [...element.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.dataset.style ?? ''),
  );
  const sign = (marker?.textContent ?? '').replace(/[\s\u00a0]/g, '');
  marker?.remove();
  return { paragraph: element, level: Number(level), isNumbered: !bullet.test(sign) };
}

/** Puts the paragraphs that Word means as items into lists, lists within lists by their level. */
export function gatherWordLists(root: Document): void {
  for (const paragraph of [...root.querySelectorAll('p')]) {
    if (paragraph.parentElement?.tagName === 'LI') continue;
    const items = itemsFrom(paragraph);
    if (items.length === 0) continue;
    const place = root.createComment('');
    paragraph.before(place);
    place.replaceWith(listOf(root, items));
  }
}

/** The items that begin with a paragraph, up to the first that is none. */
function itemsFrom(paragraph: Element): readonly WordItem[] {
  const items: WordItem[] = [];
  for (let next: Element | null = paragraph; next !== null; next = next.nextElementSibling) {
    const item = itemOf(next);
    if (item === undefined) return items;
    items.push(item);
  }
  return items;
}

function listOf(root: Document, items: readonly WordItem[]): HTMLElement {
  const top = root.createElement('div');
  const open: { readonly level: number; readonly list: HTMLElement }[] = [];
  for (const item of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    const line = root.createElement('li');
    line.append(item.paragraph);
    let list = open.at(-1)?.list;
    if (list === undefined || item.level > (open.at(-1)?.level ?? 0)) {
      const inner = root.createElement(item.isNumbered ? 'ol' : 'ul');
      (list?.lastElementChild ?? top).append(inner);
      open.push({ level: item.level, list: inner });
      list = inner;
    }
    list.append(line);
  }
  return top;
}
