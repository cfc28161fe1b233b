import katex, { type KatexOptions } from 'katex';
import 'katex/dist/katex.min.css';
import { maxFormula } from '../../../model/index.ts';

/** Nothing of a formula leads anywhere, fetches anything, outgrows its place or unfolds without end. */
export const formulaOptions: KatexOptions = { trust: false, maxExpand: 500, maxSize: 20, strict: false };

/**
 * Draws LaTeX into an element, on a line of its own or within one; answers what is wrong with it, and shows its source
 * then. It is drawn element by element: markup with styles in it is what the page's policy forbids.
 */
export function drawFormula(place: HTMLElement, latex: string, isBlock: boolean): string | undefined {
  try {
    if ([...latex].length > maxFormula) throw new RangeError(`more than ${maxFormula} characters`);
    katex.render(latex, place, { ...formulaOptions, displayMode: isBlock });
    return undefined;
  } catch (error) {
    // Deeply nested braces run out of stack: an error like any other.
    place.textContent = latex;
    return error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : String(error);
  }
}

/** Draws every formula below an element: of cleaned text, where its source stands as words. */
export function drawFormulas(root: HTMLElement): void {
  for (const place of root.querySelectorAll<HTMLElement>('span[data-type]')) {
    // Kept for who copies it, and for the next time.
    place.dataset.latex ??= place.textContent ?? '';
    drawFormula(place, place.dataset.latex, place.dataset.type === 'block-math');
  }
}
