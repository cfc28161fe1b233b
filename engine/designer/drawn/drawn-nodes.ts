/** The attribute by which what is drawn bears its key path. */
const pathAttribute = 'data-design-path';

/** The key path of the innermost node that something drawn belongs to; a cell belongs to its column. */
export function pathOfElement(target: Element): string | undefined {
  const own = target.closest(`[${pathAttribute}]`);
  const cell = target.closest('td, th');
  if (cell !== null && (own === null || own.contains(cell))) {
    const head = headOf(cell);
    const path = head === undefined ? null : pathIn(head);
    if (path !== null) return path;
  }
  return own?.getAttribute(pathAttribute) ?? undefined;
}

/** The heading above a cell. */
function headOf(cell: Element): Element | undefined {
  const table = cell.closest('table');
  const place = cell.getAttribute('aria-colindex');
  if (table === null) return undefined;
  if (place !== null) return table.querySelector(`thead th[aria-colindex="${CSS.escape(place)}"]`) ?? undefined;
  const index = [...(cell.parentElement?.children ?? [])].indexOf(cell);
  return table.querySelectorAll('thead tr:last-child > th')[index];
}

function pathIn(head: Element): string | null {
  return (
    head.getAttribute(pathAttribute) ?? head.querySelector(`[${pathAttribute}]`)?.getAttribute(pathAttribute) ?? null
  );
}

/** The first thing drawn that bears a key path and can be seen. */
export function elementOfPath(root: Element, at: string): HTMLElement | undefined {
  const all = root.querySelectorAll<HTMLElement>(`[${pathAttribute}="${CSS.escape(at)}"]`);
  return [...all].find((element) => element.checkVisibility()) ?? undefined;
}

/** Where something drawn stands within what is around it, in pixels; of a column its whole height. */
export function boxOf(root: HTMLElement, element: HTMLElement): Box {
  const around = root.getBoundingClientRect();
  const head = element.closest('th');
  const own = (head ?? element).getBoundingClientRect();
  const table = head?.closest('table')?.getBoundingClientRect();
  return {
    left: own.left - around.left + root.scrollLeft,
    top: own.top - around.top + root.scrollTop,
    width: own.width,
    height: table === undefined ? own.height : table.bottom - own.top,
  };
}

/** A place in pixels. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
