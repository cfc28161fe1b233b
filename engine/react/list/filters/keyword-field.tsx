import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { type KeyboardEvent, useRef } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { useGiveCommand, useListCommands } from '../keys/list-commands.ts';

type KeywordFieldProps = {
  readonly id: string;
  readonly view: ListView;
  readonly value: string;
  readonly onChange: (keyword: string) => void;
};

/** The search over the searchable fields of the list; `/` comes here, Esc goes on to the rows. */
export function KeywordField({ id, view, value, onChange }: KeywordFieldProps) {
  const t = useText();
  const input = useRef<InputRef>(null);
  const give = useGiveCommand();
  useListCommands({ search: () => input.current?.focus({ cursor: 'all' }) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Else the keys of the list would take it for leaving the row it goes to.
    event.preventDefault();
    input.current?.blur();
    give('next');
  };
  return (
    <Input
      ref={input}
      id={id}
      allowClear
      prefix={<SearchOutlined aria-hidden="true" />}
      placeholder={keywordHint(view) ?? t('engine.filter.keyword')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function keywordHint(view: ListView): string | undefined {
  const titles = view.entity.document.fields.filter((field) => field.searchable === true).map((field) => field.title);
  return titles.length === 0 ? undefined : titles.slice(0, 3).join(' / ');
}
