import { ColumnHeightOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown, Popover, Tooltip } from 'antd';
import type { ListView } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import type { Density, ListLayout } from './use-list-layout.ts';

type ListToolsProps = {
  readonly view: ListView;
  readonly layout: ListLayout;
  readonly onLayout: (layout: ListLayout) => void;
  readonly onResetLayout: () => void;
  readonly onRefresh: () => void;
  readonly refreshing: boolean;
};

const densities: readonly Density[] = ['large', 'middle', 'small'];

/** Refresh, density and columns of a list. */
export function ListTools({ view, layout, onLayout, onResetLayout, onRefresh, refreshing }: ListToolsProps) {
  const t = useText();
  const toggle = (key: string, shown: boolean) => {
    const hidden = new Set(layout.hidden);
    if (shown) hidden.delete(key);
    else hidden.add(key);
    onLayout({ ...layout, hidden });
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
      <Button type="link" size="small" onClick={onResetLayout}>
        {t('engine.list.resetLayout')}
      </Button>
    </div>
  );
  return (
    <span className="engine-tools">
      <Tooltip title={t('engine.list.refresh')}>
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined aria-hidden="true" spin={refreshing} />}
          onClick={onRefresh}
          aria-label={t('engine.list.refresh')}
        />
      </Tooltip>
      <Dropdown
        trigger={['click']}
        menu={{
          selectable: true,
          selectedKeys: [layout.density],
          items: densities.map((density) => ({
            key: density,
            label: t(`engine.density.${density}`),
            onClick: () => onLayout({ ...layout, density }),
          })),
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<ColumnHeightOutlined aria-hidden="true" />}
          aria-label={t('engine.list.density')}
          title={t('engine.list.density')}
        />
      </Dropdown>
      <Popover trigger="click" placement="bottomRight" title={t('engine.list.columns')} content={columns}>
        <Button
          type="text"
          size="small"
          icon={<SettingOutlined aria-hidden="true" />}
          aria-label={t('engine.list.columns')}
          title={t('engine.list.columns')}
        />
      </Popover>
    </span>
  );
}
