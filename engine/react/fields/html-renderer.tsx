import { valueAt } from '../record/record-path.ts';
import { HtmlText, plainText } from './html-text.tsx';
import { emptyText, type FieldRenderer, type ValueProps } from './renderer/field-renderer.ts';

/** Where there is one line for it, formatted text is the text it holds. */
function plainOfHtml(props: ValueProps): string {
  const value = valueAt(props.record, props.path);
  return typeof value === 'string' ? plainText(value) || emptyText : emptyText;
}

function HtmlBlock(props: ValueProps) {
  const value = valueAt(props.record, props.path);
  return <HtmlText html={typeof value === 'string' ? value : ''} />;
}

function HtmlCell(props: ValueProps) {
  return <span className="engine-long">{plainOfHtml(props)}</span>;
}

/** Formatted text: plain in a cell, as it looks where there is room. */
export const htmlRenderer: FieldRenderer = {
  text: plainOfHtml,
  Cell: HtmlCell,
  Block: HtmlBlock,
  width: 220,
};
