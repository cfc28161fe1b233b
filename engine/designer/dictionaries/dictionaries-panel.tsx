import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { listed, QueryState, useEngine } from '../../react/index.ts';
import '../fields/fields.css';
import { useFieldsText } from '../texts/use-fields-text.ts';
import { DictionaryEditor } from './dictionary-editor.tsx';
import type { DictionaryRow } from './dictionary-wire.ts';

const queryKey = ['design', 'dictionaries'] as const;

/** The dictionaries of the product, one at a time. */
export function DictionariesPanel() {
  const { client } = useEngine();
  const dictionaries = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      client.callAt<{ readonly list: readonly DictionaryRow[] }>(
        '/v1/design/dictionary/query',
        {},
        { signal, quiet: true },
      ),
    staleTime: 0,
  });
  return <QueryState query={dictionaries}>{({ list }) => <Dictionaries list={list} />}</QueryState>;
}

function Dictionaries({ list }: { readonly list: readonly DictionaryRow[] }) {
  const t = useFieldsText();
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const row = list.find((one) => one.name === name) ?? list.find(({ isFixed }) => !isFixed);
  if (row === undefined) return <p className="engine-quiet">{t('designer.dictionary.none')}</p>;
  return (
    <div className="custom-fields">
      <div className="custom-fields-head">
        <Select
          aria-label={t('designer.fields.dictionary')}
          showSearch
          optionFilterProp="label"
          value={row.name}
          options={list.map((one) => ({ value: one.name, label: one.title }))}
          onChange={setName}
        />
        <span className="engine-quiet">
          {row.usedBy.length === 0
            ? t('designer.dictionary.unused')
            : t('designer.dictionary.usedBy', { fields: listed(row.usedBy) })}
        </span>
      </div>
      <DictionaryEditor key={row.name} row={row} onRenew={() => queries.invalidateQueries({ queryKey })} />
    </div>
  );
}
