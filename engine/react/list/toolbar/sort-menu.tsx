import { SortAscendingOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useText } from '../../host/engine-context.tsx';
import { SortLevels, type SortLevelsProps } from '../columns/sort-levels.tsx';

/** Sorts a list without headings by its columns. */
export function SortMenu(props: SortLevelsProps) {
  const t = useText();
  if (!props.view.columns.some(({ sortable }) => sortable)) return null;
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<SortLevels {...props} />}>
      <Button
        type="text"
        size="small"
        icon={<SortAscendingOutlined aria-hidden="true" />}
        aria-label={t('engine.sort.title')}
        title={t('engine.sort.title')}
      />
    </Popover>
  );
}
