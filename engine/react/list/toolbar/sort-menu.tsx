import { SortAscendingOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ListView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { rankIn, sortInForce } from '../state/list-sort.ts';
import { fromStart, type ListState } from '../state/list-state.ts';

type SortMenuProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
};

/** Sorts a list without headings by one of its columns. */
export function SortMenu({ view, state, setState }: SortMenuProps) {
  const t = useText();
  const sortable = view.columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const inForce = sortInForce(state, view);
  const items = sortable.flatMap(({ path, title }) => [
    { key: path, label: t('engine.sort.up', { title }) },
    { key: `-${path}`, label: t('engine.sort.down', { title }) },
  ]);
  const chosen = sortable.flatMap(({ path }) => {
    const rank = rankIn(inForce, path);
    return rank === undefined ? [] : [rank.isDown ? `-${path}` : path];
  });
  const menu = {
    selectable: true,
    selectedKeys: chosen,
    className: 'engine-sort-menu',
    items: [...items, { type: 'divider' as const, key: ':line' }, { key: '', label: t('engine.sort.plain') }],
    onClick: ({ key }: { readonly key: string }) => setState(fromStart(state, { sort: key === '' ? [] : [key] })),
  };
  return (
    <Dropdown trigger={['click']} menu={menu}>
      <Button
        type="text"
        size="small"
        icon={<SortAscendingOutlined aria-hidden="true" />}
        aria-label={t('engine.sort.title')}
        title={t('engine.sort.title')}
      />
    </Dropdown>
  );
}
