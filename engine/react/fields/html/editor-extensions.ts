import type { Extensions, NodeViewRendererProps } from '@tiptap/core';
import { BlockMath, InlineMath, type InlineMathOptions } from '@tiptap/extension-mathematics';
import Subscript from '@tiptap/extension-subscript';
import Superscript from '@tiptap/extension-superscript';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Attrs } from '@tiptap/pm/model';
import StarterKit from '@tiptap/starter-kit';
import type { TextFormat, TextVariable } from '../../../model/documents/index.ts';
import { drawFormula } from './draw-formula.ts';
import { PictureNode } from './picture-node.tsx';
import { variableMarks } from './variable-marks.ts';

/** A formula that was clicked: its LaTeX, and where it stands. */
export type ChosenFormula = { readonly latex: string; readonly isBlock: boolean; readonly at: number };

type EditorOptions = {
  readonly formats: ReadonlySet<TextFormat>;
  readonly variables: readonly TextVariable[];
  /** What is said of a variable that is not declared. */
  readonly unknownTitle: string;
  readonly onFormula: (formula: ChosenFormula) => void;
};

/** What a text may hold in the editor: the formats of its field and nothing else, so that what is pasted is brought to them. */
export function extensionsFor({ formats, variables, unknownTitle, onFormula }: EditorOptions): Extensions {
  const having = (format: TextFormat, extensions: Extensions): Extensions => (formats.has(format) ? extensions : []);
  const off = (format: TextFormat) => (formats.has(format) ? {} : false);
  return [
    StarterKit.configure({
      heading: formats.has('heading') ? { levels: [1, 2, 3, 4] } : false,
      ...{ bold: off('bold'), italic: off('italic'), underline: off('underline'), strike: off('strike') },
      ...{ bulletList: off('list'), orderedList: off('list'), listItem: off('list'), listKeymap: off('list') },
      ...{ blockquote: off('quote'), code: off('code'), codeBlock: off('code'), horizontalRule: off('rule') },
      link: formats.has('link')
        ? { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null, class: null } }
        : false,
      // It would add a line to texts that nobody touched.
      trailingNode: false,
    }),
    ...having('superscript', [Superscript]),
    ...having('subscript', [Subscript]),
    ...having('table', [PlainTable.configure({ View: null }), TableRow, PlainCell, PlainHeader]),
    ...having('picture', [PictureNode]),
    ...having('formula', [
      LineFormula.configure({ onClick: ({ attrs }, at) => onFormula(chosen(attrs, false, at)) }),
      BlockFormula.configure({ onClick: ({ attrs }, at) => onFormula(chosen(attrs, true, at)) }),
    ]),
    ...(variables.length === 0 ? [] : [variableMarks(variables, unknownTitle)]),
  ];
}

/** Without widths, which would be styles. */
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] });

const withoutAlign = <Attributes extends { readonly align?: unknown }>({ align: _, ...others }: Attributes) => others;
const PlainCell = TableCell.extend({
  addAttributes() {
    return withoutAlign(this.parent?.() ?? {});
  },
});
const PlainHeader = TableHeader.extend({
  addAttributes() {
    return withoutAlign(this.parent?.() ?? {});
  },
});

const chosen = ({ latex }: Attrs, isBlock: boolean, at: number): ChosenFormula => ({
  latex: String(latex),
  isBlock,
  at,
});

/** A formula as it looks, drawn as elsewhere; clicked, it is filled in. */
function formulaView({ node, getPos }: NodeViewRendererProps, isBlock: boolean, open: InlineMathOptions['onClick']) {
  const dom = document.createElement('span');
  dom.className = 'engine-html-formula';
  dom.dataset.type = isBlock ? 'block-math' : 'inline-math';
  const fault = drawFormula(dom, String(node.attrs.latex), isBlock);
  if (fault !== undefined) dom.classList.add('engine-html-unknown');
  dom.addEventListener('click', () => {
    const at = getPos();
    if (at !== undefined) open?.(node, at);
  });
  return { dom };
}

const LineFormula = InlineMath.extend({
  addNodeView() {
    return (props) => formulaView(props, false, this.options.onClick);
  },
});

const BlockFormula = BlockMath.extend({
  parseHTML: () => [{ tag: 'span[data-type="block-math"]' }, { tag: 'div[data-type="block-math"]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', { 'data-type': 'block-math', ...HTMLAttributes }],
  addNodeView() {
    return (props) => formulaView(props, true, this.options.onClick);
  },
});
