import { useMemo } from 'react';
import type { PrintedSection } from '../../model/wire/index.ts';
import { HtmlText } from '../fields/html-text.tsx';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { filledLine, filledText } from './filled-text.ts';
import { isAtRight, printedText } from './printed-text.ts';

/** A part of a sheet as it stands on the paper. */
export function SheetSection({ section }: { readonly section: PrintedSection }) {
  const { title, facts, columns = 1, table, text, words, code, pictures = [] } = section;
  return (
    <section className="engine-sheet-section">
      {title === undefined ? null : <h2>{title}</h2>}
      {facts === undefined ? null : <Facts facts={facts} columns={columns} />}
      {table === undefined ? null : <Rows table={table} />}
      {text === undefined ? null : <Text text={text} />}
      {words === undefined ? null : <p className="engine-sheet-words">{words}</p>}
      {code === undefined ? null : <img className="engine-sheet-code" src={code} alt="" />}
      {pictures.map((address) => (
        <img key={address} className="engine-sheet-picture" src={address} alt="" />
      ))}
    </section>
  );
}

type Facts = { readonly facts: NonNullable<PrintedSection['facts']>; readonly columns: number };

function Facts({ facts, columns }: Facts) {
  const { context } = usePageRuntime();
  return (
    <dl className="engine-sheet-facts" data-columns={columns}>
      {facts.map((fact) => (
        <div key={fact.key} className={fact.isWide === true ? 'engine-sheet-wide' : undefined}>
          <dt>{fact.title}</dt>
          <dd>{printedText(fact, fact, context)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Rows({ table }: { readonly table: NonNullable<PrintedSection['table']> }) {
  const t = useText();
  const { context } = usePageRuntime();
  const { columns, rows, sums } = table;
  const classOf = (column: (typeof columns)[number]) => (isAtRight(column) ? 'engine-sheet-right' : undefined);
  return (
    <table className="engine-sheet-rows">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer that does not change
          <tr key={at}>
            {columns.map((column, place) => (
              <td key={column.key} className={classOf(column)}>
                {printedText(column, row[place] ?? { value: null }, context)}
              </td>
            ))}
          </tr>
        ))}
        {sums === undefined ? null : (
          <tr className="engine-sheet-sums">
            {columns.map((column, place) => {
              const sum = sums[place] ?? null;
              const first = place === 0 ? t('engine.preview.sum') : '';
              return (
                <td key={column.key} className={classOf(column)}>
                  {sum === null ? first : printedText(column, { value: sum }, context)}
                </td>
              );
            })}
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Text({ text }: { readonly text: NonNullable<PrintedSection['text']> }) {
  const { context } = usePageRuntime();
  const { content, isFormatted, pictures, variables } = text;
  const shown = useMemo(() => {
    const values = new Map(variables.map((one) => [one.key, printedText(one, one, context)]));
    return isFormatted ? filledText(content, values) : filledLine(content, values);
  }, [content, isFormatted, variables, context]);
  return isFormatted ? <HtmlText html={shown} addresses={pictures} /> : <p className="engine-sheet-words">{shown}</p>;
}
