import type { PreviewAnswer } from '../../model/wire/index.ts';
import { toldValue } from '../fields/field-renderers.ts';
import type { useText } from '../host/engine-context.tsx';
import './preview.css';

type Column = PreviewAnswer['columns'][number];

const numbers: ReadonlySet<Column['type']> = new Set(['int', 'decimal', 'money']);

type Props = {
  readonly preview: PreviewAnswer;
  /** The texts of the host: a dialog stands outside the engine. */
  readonly t: ReturnType<typeof useText>;
};

/** What an action brings with it: row by row, amounts added up below, and how many rows are not shown. */
export function PreviewTable({ preview, t }: Props) {
  const { columns, rows, total, hidden } = preview;
  if (total === 0) return <p className="engine-quiet">{t('engine.preview.none')}</p>;
  const isWhole = rows.length === total;
  const sums = columns.map(({ type }, at) =>
    type === 'money' && isWhole && rows.length > 1
      ? rows.reduce((sum, row) => sum + Number(row[at]?.value ?? 0), 0)
      : undefined,
  );
  const left = total - hidden - rows.length;
  return (
    <div className="engine-preview">
      <p>{t('engine.preview.count', { count: total })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard */}
      <section className="engine-preview-scroll" tabIndex={0} aria-label={preview.title}>
        <table>
          <thead>
            <tr>
              {columns.map(({ title, type }) => (
                <th key={title} scope="col" className={alignOf(type)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer that does not change
              <tr key={at}>
                {columns.map(({ title, type }, column) => (
                  <td key={title} className={alignOf(type)}>
                    {toldCell(type, row[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {sums.some((sum) => sum !== undefined) ? (
            <tfoot>
              <tr>
                {columns.map(({ title, type }, at) => (
                  <td key={title} className={alignOf(type)}>
                    {sums[at] === undefined ? (at === 0 ? t('engine.preview.sum') : '') : toldValue(type, sums[at])}
                  </td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </section>
      {left > 0 ? <p className="engine-quiet">{t('engine.preview.more', { count: left })}</p> : null}
      {hidden > 0 ? <p className="engine-quiet">{t('engine.preview.hidden', { count: hidden })}</p> : null}
    </div>
  );
}

function alignOf(type: Column['type']): string | undefined {
  return numbers.has(type) ? 'engine-number' : undefined;
}

function toldCell(type: Column['type'], cell: PreviewAnswer['rows'][number][number] | undefined): string {
  const { value, text } = cell ?? { value: null };
  if (text !== undefined) return text === '' ? '—' : text;
  if (value === null || value === undefined || value === '') return '—';
  return toldValue(type, value) ?? String(value);
}
