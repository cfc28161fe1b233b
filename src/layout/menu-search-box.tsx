import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import type { KeyboardEvent } from 'react';
import { useText } from '../locales/i18n.ts';

type Props = {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Opens what was found first. */
  readonly onEnter: () => void;
};

/** Looks for a page in the menu, by characters or pinyin. */
export function MenuSearchBox({ query, onQuery, onEnter }: Props) {
  const t = useText();
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onEnter();
    else if (event.key === 'Escape') onQuery('');
  };
  return (
    <search className="shell-menu-search">
      <Input
        prefix={<SearchOutlined aria-hidden="true" />}
        variant="filled"
        allowClear
        maxLength={40}
        value={query}
        placeholder={t('shell.menuSearch')}
        aria-label={t('shell.menuSearch')}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={handleKey}
      />
    </search>
  );
}
