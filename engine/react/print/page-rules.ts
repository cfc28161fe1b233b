import type { PrintPaper } from '../../model/documents/index.ts';

/** A kind of paper: its size and margins in millimetres; a roll is as long as what is printed. */
export type Paper = {
  readonly width: number;
  readonly height: number | undefined;
  readonly margin: string;
  /** Whether its sheets have a head, and pages that are counted. */
  readonly isPaged: boolean;
  readonly hasHead: boolean;
};

/** Every kind of paper. */
export const papers: Readonly<Record<PrintPaper, Paper>> = {
  A4: { width: 210, height: 297, margin: '16mm 15mm 18mm', isPaged: true, hasHead: true },
  A4Landscape: { width: 297, height: 210, margin: '14mm 15mm 16mm', isPaged: true, hasHead: true },
  roll80: { width: 80, height: undefined, margin: '3mm 4mm', isPaged: false, hasHead: true },
  label60x40: { width: 60, height: 40, margin: '2mm', isPaged: false, hasHead: false },
  label40x30: { width: 40, height: 30, margin: '1.5mm', isPaged: false, hasHead: false },
};

/** A sheet to print: what its pages say at their lower edge, and how long it is, where the paper is a roll. */
export type RuledSheet = { readonly foot: string; readonly length: number };

/** Millimetres of one CSS pixel. */
export const millimetre = 25.4 / 96;

/**
 * The rules of a printing job: each sheet begins a page of its own, on paper of its size, its pages counted from 1.
 * `page` puts the number of a page into words around `#`.
 */
export function pageRules(paper: PrintPaper, sheets: readonly RuledSheet[], page: string): readonly string[] {
  const { width, height, margin, isPaged } = papers[paper];
  const [before = '', after = ''] = page.split('#');
  return sheets.flatMap(({ foot, length }, at) => {
    const name = `engine-sheet-${at + 1}`;
    // A roll is cut where the sheet ends; a printer that knows only its own lengths feeds a little more.
    const size = `${width}mm ${height ?? Math.ceil(length * millimetre) + 8}mm`;
    const foots = isPaged
      ? ` counter-increment: ${name}; @bottom-left { content: ${quoted(foot)} } @bottom-right { content: ${quoted(before)} counter(${name}) ${quoted(after)} }`
      : '';
    return [
      `@page ${name} { size: ${size}; margin: ${margin};${foots} }`,
      `.engine-print-job > :nth-child(${at + 1}) { page: ${name} }`,
    ];
  });
}

/** A text as a string of a style sheet. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f]/g, (letter) => `\\${letter.charCodeAt(0).toString(16)} `)}"`;
}
