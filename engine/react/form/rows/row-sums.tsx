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
  const sums = sumsOf(view, rows);
  if (sums.size === 0) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('engine.form.sum')}</th>
        {view.fields.map(({ key }) => (
          <td key={key} className="engine-number">
            {sums.get(key)}
          </td>
        ))}
        {hasButtons ? <td /> : null}
      </tr>
    </tfoot>
  );
}

/** The same sums below cards, each under its name. */
export function CardSums({ view, rows }: Omit<RowSumsProps, 'hasButtons'>) {
  const t = useText();
  const sums = sumsOf(view, rows);
  if (sums.size === 0) return null;
  return (
    <section className="engine-rows-card engine-rows-card-sums" aria-label={t('engine.form.sum')}>
      <div className="engine-quiet">{t('engine.form.sum')}</div>
      <dl className="engine-rows-card-cells">
        {view.fields.map(({ key, title }) =>
          sums.has(key) ? (
            <div key={key}>
              <dt className="engine-rows-card-name">{title}</dt>
              <dd className="engine-number">{sums.get(key)}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}

/** The sums as they are written, by the key of what is summed; of one row there are none. */
function sumsOf(view: FormRowsView, rows: readonly EditedRow[]): ReadonlyMap<string, string> {
  if (rows.length < 2) return new Map();
  const factors = factorsOf(view);
  const isSummed = ({ key, field, input }: FormFieldView) =>
    kindOfValue(field) === 'whole' &&
    !(numberOf(field)?.isPrice === true && factors.has(key)) &&
    input !== 'rate' &&
    input !== 'slider';
  const cells = view.fields.filter((cell) => cell.kind === 'field');
  return new Map(cells.filter(isSummed).map((cell) => [cell.key, sumText(cell, rows)]));
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
