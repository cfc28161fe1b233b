import { inkOn } from '../../../model/fields/index.ts';
import { valueAt } from '../../record/record-path.ts';
import { textRenderer } from '../plain/text-renderer.tsx';
import { emptyText, type FieldRenderer, type ValueProps } from '../renderer/field-renderer.ts';
import './color.css';

/** Whether a text is a colour `#rrggbb`, so that it may be painted with. */
export function isColor(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text);
}

/** A colour with its own name on it, in black or white, whichever is read better. */
export function ColorSwatch({ color }: { readonly color: string }) {
  return (
    <span className="engine-color" style={{ color: inkOn(color), backgroundColor: color }}>
      {color.toLowerCase()}
    </span>
  );
}

function ColorCell({ path, record }: ValueProps) {
  const value = valueAt(record, path);
  if (typeof value !== 'string' || value === '') return emptyText;
  return isColor(value) ? <ColorSwatch color={value} /> : value;
}

const { plain: _, ...written } = textRenderer;

/** A colour. */
export const colorRenderer: FieldRenderer = { ...written, Cell: ColorCell, width: 120 };
