import { pictureAddressesKey, type WireRecord } from '../../model/wire/index.ts';
import { holderAt, valueAt } from '../record/record-path.ts';
import { HtmlText, plainText } from './html-text.tsx';
import { emptyText, type FieldRenderer, type ValueProps } from './renderer/field-renderer.ts';

/** Where there is one line for it, formatted text is the text it holds. */
function plainOfHtml(props: ValueProps): string {
  const value = valueAt(props.record, props.path);
  return typeof value === 'string' ? plainText(value) || emptyText : emptyText;
}

function HtmlBlock(props: ValueProps) {
  const value = valueAt(props.record, props.path);
  return (
    <HtmlText html={typeof value === 'string' ? value : ''} addresses={addressesBeside(props.record, props.path)} />
  );
}

/** Where the pictures of a text are found: told beside it. */
function addressesBeside(record: WireRecord, path: string): Readonly<Record<string, string>> | undefined {
  const told = valueAt(holderAt(record, path), `${pictureAddressesKey}.${path.split('.').at(-1) ?? path}`);
  return isAddresses(told) ? told : undefined;
}

function isAddresses(told: unknown): told is Readonly<Record<string, string>> {
  return typeof told === 'object' && told !== null && Object.values(told).every((one) => typeof one === 'string');
}

function HtmlCell(props: ValueProps) {
  return <span className="engine-long">{plainOfHtml(props)}</span>;
}

/** Formatted text: plain in a cell, as it looks where there is room. */
export const htmlRenderer: FieldRenderer = {
  told: (value) => (typeof value === 'string' ? plainText(value) : undefined),
  text: plainOfHtml,
  Cell: HtmlCell,
  Block: HtmlBlock,
  width: 220,
};
