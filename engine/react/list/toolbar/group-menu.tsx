import { GroupOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ListView } from '../../../model/view/index.ts';
import { groupBuckets } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { columnsToGroup, isOfTime, readGroup, writeGroup } from '../state/list-group.ts';
import { fromStart, type ListState } from '../state/list-state.ts';

type GroupMenuProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
};

/** Groups a list by one of its columns, or no more. */
export function GroupMenu({ view, state, setState }: GroupMenuProps) {
  const t = useText();
  const columns = columnsToGroup(view);
  if (columns.length === 0) return null;
  const items = columns.map((column) => ({
    key: column.key,
    label: column.title,
    ...(isOfTime(column)
      ? {
          children: groupBuckets.map((bucket) => ({
            key: writeGroup({ column: column.key, bucket }),
            label: t(`engine.group.${bucket}`),
          })),
        }
      : {}),
  }));
  const menu = {
    selectable: true,
    selectedKeys: state.group === undefined ? [] : [writeGroup(state.group)],
    items: [...items, { type: 'divider' as const, key: ':line' }, { key: '', label: t('engine.group.none') }],
    onClick: ({ key }: { readonly key: string }) => setState(grouped(state, readGroup(key, view))),
  };
  return (
    <Dropdown trigger={['click']} menu={menu}>
      <Button
        type="text"
        size="small"
        icon={<GroupOutlined aria-hidden="true" />}
        aria-label={t('engine.group.title')}
        title={t('engine.group.title')}
      />
    </Dropdown>
  );
}

/** The list grouped so, or not at all. */
export function grouped(state: ListState, group: ListState['group']): ListState {
  const { group: _, ...rest } = state;
  return fromStart(group === undefined ? rest : { ...rest, group }, {});
}
