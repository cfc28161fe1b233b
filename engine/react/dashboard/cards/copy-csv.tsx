import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCopy } from '../../copy/use-copy.ts';
import { useText } from '../../host/engine-context.tsx';
import { type Grid, gridCsv } from '../grids/figure-grid.ts';

/** Copies all rows of a grid, also those not drawn yet, for a spreadsheet. */
export function CopyCsv({ grid, title }: { readonly grid: Grid | undefined; readonly title: string }) {
  const t = useText();
  const copyText = useCopy();
  const copy = async () => {
    if (grid === undefined) return;
    await copyText(gridCsv(grid), t('engine.dashboard.copied', { count: grid.rows.length }));
  };
  return (
    <Button
      type="text"
      size="small"
      icon={<CopyOutlined aria-hidden="true" />}
      disabled={grid === undefined || grid.rows.length === 0}
      aria-label={t('engine.dashboard.copyOf', { title })}
      onClick={() => void copy()}
    >
      {t('engine.dashboard.copy')}
    </Button>
  );
}
