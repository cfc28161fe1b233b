import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Select, Spin } from 'antd';
import { useState } from 'react';
import { FaultBlock, listed, useEngine } from '../../react/index.ts';
import '../fields/fields.css';
import { useFieldsText } from '../texts/use-fields-text.ts';
import { DictionaryEditor } from './dictionary-editor.tsx';
import type { DictionaryRow } from './dictionary-wire.ts';

const queryKey = ['design', 'dictionaries'] as const;

/** The dictionaries of the product, one at a time. */
export function DictionariesPanel() {
  const t = useFieldsText();
  const { client } = useEngine();
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      client.callAt<{ readonly list: readonly DictionaryRow[] }>(
        '/v1/design/dictionary/query',
        {},
        { signal, quiet: true },
      ),
    staleTime: 0,
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spin />;
  const row = data.list.find((one) => one.name === name) ?? data.list.find(({ isFixed }) => !isFixed);
  if (row === undefined) return <p className="engine-quiet">{t('designer.dictionary.none')}</p>;
  return (
    <div className="custom-fields">
      <div className="custom-fields-head">
        <Select
          aria-label={t('designer.fields.dictionary')}
          showSearch
          optionFilterProp="label"
          value={row.name}
          options={data.list.map((one) => ({ value: one.name, label: one.title }))}
          onChange={setName}
        />
        <span className="engine-quiet">
          {row.usedBy.length === 0
            ? t('designer.dictionary.unused')
            : t('designer.dictionary.usedBy', { fields: listed(row.usedBy) })}
        </span>
      </div>
      <DictionaryEditor
        key={`${row.name} ${row.version}`}
        row={row}
        onSaved={() => void queries.invalidateQueries({ queryKey })}
      />
    </div>
  );
}
