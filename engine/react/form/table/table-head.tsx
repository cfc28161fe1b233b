import { useText } from '../../host/engine-context.tsx';

type HeadColumn = {
  readonly key: string;
  readonly title: string;
  readonly help?: string | undefined;
  readonly width: 'narrow' | 'middle' | 'wide';
  readonly isRequired: boolean;
};

/** The head of rows that are edited in a table: their number, what they hold, and a column for their buttons. */
export function TableHead({
  columns,
  hasButtons,
}: {
  readonly columns: readonly HeadColumn[];
  readonly hasButtons: boolean;
}) {
  const t = useText();
  return (
    <thead>
      <tr>
        <th scope="col" className="engine-rows-number">
          {t('engine.form.rowNumber')}
        </th>
        {columns.map(({ key, title, help, width, isRequired }) => (
          <th key={key} scope="col" className={`engine-rows-w-${width}`} title={help}>
            <span className="engine-rows-name">
              {isRequired ? <span className="engine-rows-must">* </span> : null}
              {title}
            </span>
          </th>
        ))}
        {hasButtons ? (
          <th scope="col" className="engine-rows-actions">
            {t('engine.list.actions')}
          </th>
        ) : null}
      </tr>
    </thead>
  );
}
