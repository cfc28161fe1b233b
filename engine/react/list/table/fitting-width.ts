import { boundedWidth } from '../layout/column-layout.ts';

/** Wider than this no column becomes by itself. */
const widestFit = 480;

/** The width at which the longest text of a column is whole, heading included. */
export function fittingWidth(head: HTMLElement | null, key: string): number | undefined {
  const heading = head?.querySelector<HTMLElement>(`[data-column-key="${CSS.escape(key)}"]`);
  const table = head?.closest('table');
  if (!(heading && table)) return undefined;
  const cells = [...table.querySelectorAll(`tbody [aria-colindex="${heading.ariaColIndex}"]`)];
  const title = heading.querySelector('.engine-head-title');
  const ofHeading = title === null ? 0 : contentWidth(title) + (heading.querySelector('button') === null ? 0 : 26);
  const widest = Math.max(ofHeading, ...cells.map(contentWidth));
  return boundedWidth(Math.min(widest + paddingOf(heading), widestFit));
}

/** How wide the content of a cell is from its first letter to its last, measured whole even where it is cut. */
function contentWidth(cell: Element): number {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const rects = [...cell.querySelectorAll('svg, img, button, .engine-tag')].map((part) => part.getBoundingClientRect());
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    range.selectNodeContents(node);
    rects.push(range.getBoundingClientRect());
  }
  const seen = rects.filter((rect) => rect.width > 0);
  if (seen.length === 0) return 0;
  return Math.ceil(Math.max(...seen.map((rect) => rect.right)) - Math.min(...seen.map((rect) => rect.left)));
}

function paddingOf(cell: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  return Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) + 2;
}
