import type { FormFieldView, FormRowsView } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import { formatMoney, formatNumber } from '../format.ts';
import type { EditedRow } from './edited-row.ts';

/** The sums of what can be summed: amounts and whole numbers. */
export function RowSums({ view, rows }: { readonly view: FormRowsView; readonly rows: readonly EditedRow[] }) {
  const t = useText();
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
        <td />
      </tr>
    </tfoot>
  );
}

function isSummed({ field, input }: FormFieldView): boolean {
  return (field.type === 'money' || field.type === 'int') && input !== 'rate' && input !== 'slider';
}

function sumText({ key, field }: FormFieldView, rows: readonly EditedRow[]): string {
  const sum = rows.reduce((total, row) => {
    const value = row.values[key];
    return typeof value === 'number' ? total + value : total;
  }, 0);
  return field.type === 'money' ? formatMoney(sum) : formatNumber(sum);
}
