import { ColumnHeightOutlined, QuestionCircleOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { memo, type ReactNode } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { useIsNarrow } from '../../theme/use-media.ts';
import { ColumnsButton } from '../columns/columns-button.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { useGiveCommand } from '../keys/list-commands.ts';
import { densities } from '../layout/column-layout.ts';
import type { LayoutTools } from '../layout/use-list-layout.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { ListState } from '../state/list-state.ts';
import { useRefresh } from '../state/use-refresh.ts';
import { GroupMenu } from './group-menu.tsx';
import { SortMenu } from './sort-menu.tsx';

type ListToolsProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  /** Density and columns; absent where the rows have neither. */
  readonly layout?: LayoutTools;
  /** The rows, where they can be selected. */
  readonly store?: RowStore;
};

/** Export, refresh, density, columns and keys of a list; sorting too, where there are no headings to click. */
export const ListTools = memo(function ListTools({ view, state, setState, layout, store }: ListToolsProps) {
  const t = useText();
  const isNarrow = useIsNarrow();
  const give = useGiveCommand();
  return (
    <span className="engine-tools">
      <ExportButton
        view={view}
        state={state}
        {...(layout === undefined ? {} : { layout: layout.layout })}
        {...(store === undefined ? {} : { store })}
      />
      {isNarrow && layout !== undefined ? <SortMenu view={view} state={state} setState={setState} /> : null}
      <RefreshButton view={view} />
      {layout === undefined ? null : (
        <>
          <GroupMenu view={view} state={state} setState={setState} />
          {isNarrow ? null : <DensityMenu {...layout} />}
          <ColumnsButton view={view} tools={layout} state={state} setState={setState} />
        </>
      )}
      {isNarrow ? null : (
        <ToolButton
          title={t('engine.keys.button')}
          icon={<QuestionCircleOutlined aria-hidden="true" />}
          onClick={() => give('help')}
        />
      )}
    </span>
  );
});

/** Asks again; by itself, since it turns whenever something is asked. */
function RefreshButton({ view }: Pick<ListToolsProps, 'view'>) {
  const t = useText();
  const { refresh, isRefreshing } = useRefresh(view);
  return (
    <ToolButton
      title={t('engine.list.refresh')}
      icon={<ReloadOutlined aria-hidden="true" spin={isRefreshing} />}
      onClick={refresh}
    />
  );
}

type ToolButtonProps = { readonly title: string; readonly icon: ReactNode; readonly onClick: () => void };

function ToolButton({ title, icon, onClick }: ToolButtonProps) {
  return (
    <Tooltip title={title}>
      <Button type="text" size="small" icon={icon} onClick={onClick} aria-label={title} />
    </Tooltip>
  );
}

function DensityMenu({ layout, change }: LayoutTools) {
  const t = useText();
  const menu = {
    selectable: true,
    selectedKeys: [layout.density],
    items: densities.map((density) => ({
      key: density,
      label: t(`engine.density.${density}`),
      onClick: () => change((before) => ({ ...before, density })),
    })),
  };
  return (
    <Dropdown trigger={['click']} menu={menu}>
      <Button
        type="text"
        size="small"
        icon={<ColumnHeightOutlined aria-hidden="true" />}
        aria-label={t('engine.list.density')}
        title={t('engine.list.density')}
      />
    </Dropdown>
  );
}
