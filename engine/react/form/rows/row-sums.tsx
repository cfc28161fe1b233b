import { pathsRead } from '../../../model/expression/index.ts';
import { kindOfValue, numberOf } from '../../../model/fields/index.ts';
import type { FormFieldView, FormRowsView } from '../../../model/view/index.ts';
import { toldValue } from '../../fields/field-renderers.ts';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import type { EditedRow } from '../session/rows/row-list.ts';

type RowSumsProps = {
  readonly view: FormRowsView;
  readonly rows: readonly EditedRow[];
  /** Whether a column of buttons stands at the end. */
  readonly hasButtons: boolean;
};

/** The sums of what can be summed: amounts and whole numbers. */
export function RowSums({ view, rows, hasButtons }: RowSumsProps) {
  const t = useText();
  const factors = factorsOf(view);
  const isSummed = ({ key, field, input }: FormFieldView) =>
    kindOfValue(field) === 'whole' &&
    !(numberOf(field)?.isPrice === true && factors.has(key)) &&
    input !== 'rate' &&
    input !== 'slider';
  const hasSums = view.fields.some((cell) => cell.kind === 'field' && isSummed(cell));
  if (!hasSums || rows.length < 2) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('engine.form.sum')}</th>
        {view.fields.map((cell) => (
          <td key={cell.key} className="engine-number">
            {cell.kind === 'field' && isSummed(cell) ? sumText(cell, rows) : null}
          </td>
        ))}
        {hasButtons ? <td /> : null}
      </tr>
    </tfoot>
  );
}

/** Cells that others are worked out from, such as the price of one piece: summing those would mean nothing. */
function factorsOf(view: FormRowsView): ReadonlySet<string> {
  return new Set(view.computed.flatMap(({ compute }) => (compute === undefined ? [] : pathsRead(compute, 'row'))));
}

function sumText({ key, field }: FormFieldView, rows: readonly EditedRow[]): string {
  const sum = rows.reduce((total, row) => {
    const value = row.values[key];
    return typeof value === 'number' ? total + value : total;
  }, 0);
  return toldValue(field.type, sum) ?? formatNumber(sum);
}
