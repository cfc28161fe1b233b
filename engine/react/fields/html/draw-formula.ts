import { type KatexOptions, __renderToDomTree as treeOf } from 'katex';
import 'katex/dist/katex.min.css';
import { maxFormula } from '../../../model/fields/index.ts';

/** A part of a formula as it is going to be drawn. */
type Part = { toNode: () => Node; attributes?: { style?: string }; readonly children?: readonly Part[] };

declare module 'katex' {
  // What `render` itself draws from.
  export function __renderToDomTree(latex: string, options: KatexOptions): Part;
}

/** Nothing of a formula leads anywhere, fetches anything, outgrows its place or unfolds without end. */
const options: KatexOptions = { trust: false, maxExpand: 500, maxSize: 20, strict: false, errorColor: 'inherit' };

/**
 * Draws LaTeX into an element, on a line of its own or within one; answers what is wrong with it, and shows its source
 * then. It is drawn element by element, since the page's policy forbids styles in markup.
 */
export function drawFormula(place: HTMLElement, latex: string, isBlock: boolean): string | undefined {
  try {
    if ([...latex].length > maxFormula) throw new RangeError(`more than ${maxFormula} characters`);
    const tree = treeOf(latex, { ...options, displayMode: isBlock });
    styleByProperty(tree);
    place.replaceChildren(tree.toNode());
    return undefined;
  } catch (error) {
    // Deeply nested braces run out of stack: an error like any other.
    place.textContent = latex;
    return error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : String(error);
  }
}

/** Has parts styled by property where they would be by attribute, which the policy forbids too. */
function styleByProperty(part: Part): void {
  const { style } = part.attributes ?? {};
  if (style !== undefined) {
    delete part.attributes?.style;
    const draw = part.toNode.bind(part);
    part.toNode = () => {
      const drawn = draw();
      if (drawn instanceof HTMLElement || drawn instanceof SVGElement || drawn instanceof MathMLElement)
        drawn.style.cssText = style;
      return drawn;
    };
  }
  for (const child of part.children ?? []) styleByProperty(child);
}

/** Draws every formula below an element: of cleaned text, where its source stands as words. */
export function drawFormulas(root: HTMLElement): void {
  for (const place of root.querySelectorAll<HTMLElement>('span[data-type]')) {
    // Kept for who copies it, and for the next time.
    place.dataset.latex ??= place.textContent ?? '';
    drawFormula(place, place.dataset.latex, place.dataset.type === 'block-math');
  }
}
