import { ColumnHeightOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown, Popover, Tooltip } from 'antd';
import type { ListView } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import type { Density, LayoutTools } from './use-list-layout.ts';
import { useRefresh } from './use-refresh.ts';

type ListToolsProps = {
  readonly view: ListView;
  /** Density and columns; absent where the rows have neither. */
  readonly layout?: LayoutTools;
};

const densities: readonly Density[] = ['large', 'middle', 'small'];

/** Refresh, density and columns of a list. */
export function ListTools({ view, layout }: ListToolsProps) {
  const t = useText();
  const { refresh, isRefreshing } = useRefresh(view);
  return (
    <span className="engine-tools">
      <Tooltip title={t('engine.list.refresh')}>
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined aria-hidden="true" spin={isRefreshing} />}
          onClick={refresh}
          aria-label={t('engine.list.refresh')}
        />
      </Tooltip>
      {layout === undefined ? null : (
        <>
          <DensityMenu {...layout} />
          <ColumnsMenu view={view} {...layout} />
        </>
      )}
    </span>
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
      onClick: () => change({ ...layout, density }),
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

function ColumnsMenu({ view, layout, change, reset }: LayoutTools & { readonly view: ListView }) {
  const t = useText();
  const toggle = (key: string, shown: boolean) => {
    const hidden = new Set(layout.hidden);
    if (shown) hidden.delete(key);
    else hidden.add(key);
    change({ ...layout, hidden });
  };
  const columns = (
    <div className="engine-column-list">
      {view.columns.map((column) => (
        <Checkbox
          key={column.key}
          checked={!layout.hidden.has(column.key)}
          onChange={(event) => toggle(column.key, event.target.checked)}
        >
          {column.title}
        </Checkbox>
      ))}
      <Button type="link" size="small" onClick={reset}>
        {t('engine.list.resetLayout')}
      </Button>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" title={t('engine.list.columns')} content={columns}>
      <Button
        type="text"
        size="small"
        icon={<SettingOutlined aria-hidden="true" />}
        aria-label={t('engine.list.columns')}
        title={t('engine.list.columns')}
      />
    </Popover>
  );
}
