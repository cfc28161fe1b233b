import type { ColumnView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { FieldValue } from '../field-value/field-value.tsx';
import { Toned } from '../field-value/toned.tsx';
import { fieldRenderers, fieldText } from '../fields/field-renderers.ts';
import { emptyText } from '../fields/renderer/field-renderer.ts';
import { titled } from '../formats/listed.ts';
import { usePageRuntime } from '../host/page-runtime.ts';

type ChildCardsProps = { readonly columns: readonly ColumnView[]; readonly rows: readonly WireRecord[] };

/** Child rows as cards, one below the other: short values beside each other, what is long in full below them. */
export function ChildCards({ columns, rows }: ChildCardsProps) {
  const isLong = ({ field }: ColumnView) => fieldRenderers[field.type].width >= 200 || field.type === 'images';
  return (
    <ol className="engine-child-cards">
      {rows.map((row) => (
        <li key={row.id} className="engine-child-card">
          <div className="engine-child-card-head">
            <Values columns={columns.filter((column) => !isLong(column))} row={row} />
          </div>
          <Values columns={columns.filter(isLong)} row={row} />
        </li>
      ))}
    </ol>
  );
}

/** Those of the values that there are; each with what it is called, for whoever does not see where it stands. */
function Values({ columns, row }: { readonly columns: readonly ColumnView[]; readonly row: WireRecord }) {
  const { context } = usePageRuntime();
  return columns
    .filter(({ field, path }) => fieldText(field, path, row, context) !== emptyText)
    .map((column) => (
      <div key={column.key}>
        <span className="engine-said">{titled(column.title, '')}</span>
        <Toned of={column} record={row}>
          <FieldValue field={column.field} path={column.path} record={row} hasRoom />
        </Toned>
      </div>
    ));
}
