import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Select, Spin } from 'antd';
import { useState } from 'react';
import { FaultBlock, useEngine } from '../../react/index.ts';
import '../fields/fields.css';
import { DictionaryEditor } from './dictionary-editor.tsx';
import type { DictionaryRow } from './dictionary-wire.ts';

const queryKey = ['design', 'dictionaries'] as const;

/** The dictionaries of the product, one at a time. */
export function DictionariesPanel() {
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
  if (row === undefined) return <p className="engine-quiet">没有字典。</p>;
  return (
    <div className="custom-fields">
      <div className="custom-fields-head">
        <Select
          aria-label="字典"
          showSearch
          optionFilterProp="label"
          value={row.name}
          options={data.list.map((one) => ({ value: one.name, label: one.title }))}
          onChange={setName}
        />
        <span className="engine-quiet">
          {row.usedBy.length === 0 ? '没有字段用到它' : `用于 ${row.usedBy.join('、')}`}
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
