import type { FieldShape, ShapeField } from '../../model/documents/index.ts';
import type { ShapeValues } from '../../model/fields/index.ts';
import { emptyText, type ValueProps } from '../fields/renderer/field-renderer.ts';
import { partRenderer, partText, shapeRows } from '../fields/shape-text.ts';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { valueAt } from '../record/record-path.ts';
import './shape-value.css';

/** A structured value with room: its keys beneath one another, or its rows in a table. */
export function ShapeValue({ field, path, record }: ValueProps) {
  const { shape } = field;
  if (shape === undefined) return null;
  const rows = shapeRows(valueAt(record, path));
  return shape.list === true ? (
    <ShapeTable shape={shape} rows={rows} title={field.title} />
  ) : (
    <ShapeParts shape={shape} values={rows[0] ?? {}} />
  );
}

function ShapeParts({ shape, values }: { readonly shape: FieldShape; readonly values: ShapeValues }) {
  const { context } = usePageRuntime();
  const told = shape.fields.filter((part) => partText(part, values, context) !== undefined);
  return (
    <dl className="engine-shape-parts">
      {told.map((part) => (
        <div key={part.key}>
          <dt>{part.title}</dt>
          <dd>
            <Part part={part} values={values} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type TableProps = { readonly shape: FieldShape; readonly rows: readonly ShapeValues[]; readonly title: string };

function ShapeTable({ shape, rows, title }: TableProps) {
  const t = useText();
  const aligned = (part: ShapeField) => (partRenderer(part)?.align === 'right' ? { className: 'engine-number' } : {});
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
    <section className="engine-shape-scroll" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('engine.form.rowNumber')}</th>
            {shape.fields.map((part) => (
              <th key={part.key} scope="col" {...aligned(part)}>
                {part.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((values, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key but their place
            <tr key={index}>
              <td>{index + 1}</td>
              {shape.fields.map((part) => (
                <td key={part.key} {...aligned(part)}>
                  <Part part={part} values={values} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Part({ part, values }: { readonly part: ShapeField; readonly values: ShapeValues }) {
  const { context } = usePageRuntime();
  const text = partText(part, values, context);
  const Cell = partRenderer(part)?.Cell;
  if (text === undefined) return <span className="engine-empty">{emptyText}</span>;
  return Cell === undefined ? text : <Cell field={part} path={part.key} record={{ id: '', ...values }} />;
}
