import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import type { RowsTabView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { choiceFields, isNarrowed, isSearchable, type TabNarrowing, withChoice } from './tab-narrowing.ts';

type TabToolsProps = {
  readonly view: RowsTabView;
  readonly value: TabNarrowing;
  readonly onChange: (value: TabNarrowing) => void;
};

/** Narrows the rows of a tab: words, and values of the choice fields it shows. */
export function TabTools({ view, value, onChange }: TabToolsProps) {
  const t = useText();
  const { context } = usePageRuntime();
  const choices = choiceFields(view);
  if (choices.length === 0 && !isSearchable(view)) return null;
  return (
    <search className="engine-tab-tools" aria-label={t('engine.tab.narrow', { title: view.title })}>
      {isSearchable(view) ? <Words value={value} onChange={onChange} /> : null}
      {choices.map(({ path, field, title }) => (
        <Select<string[]>
          key={path}
          mode="multiple"
          size="small"
          allowClear
          maxTagCount={1}
          aria-label={title}
          placeholder={title}
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          value={[...(value.choices?.[path] ?? [])]}
          options={(context.dictionaries.get(field.dictionary ?? '')?.values ?? []).map((item) => ({
            value: item.key,
            label: item.title,
          }))}
          onChange={(chosen) => onChange(withChoice(value, path, chosen))}
        />
      ))}
      {isNarrowed(value) ? (
        <Button size="small" type="link" onClick={() => onChange(value.sort === undefined ? {} : { sort: value.sort })}>
          {t('engine.filter.clear')}
        </Button>
      ) : null}
    </search>
  );
}

/** Looked for with Enter, as every answer is a question to the server. */
function Words({ value, onChange }: Omit<TabToolsProps, 'view'>) {
  const t = useText();
  const { search: asked = '', ...rest } = value;
  const [typed, setTyped] = useState(asked);
  const [known, setKnown] = useState(asked);
  if (known !== asked) {
    setKnown(asked);
    setTyped(asked);
  }
  return (
    <Input.Search
      size="small"
      allowClear
      aria-label={t('engine.filter.keyword')}
      placeholder={t('engine.filter.keyword')}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onSearch={(words) => {
        const search = words.trim();
        if (search !== asked) onChange(search === '' ? rest : { ...rest, search });
      }}
    />
  );
}
