import { App } from 'antd';
import { useCallback } from 'react';
import type { ActionUse } from '../calls/action-call.ts';
import { touchedCount } from '../calls/touched-words.ts';
import { formatNumber } from '../formats/format.ts';
import { useEngine } from '../host/engine-context.tsx';

/** Asks once more when other rows match than was confirmed: nothing has been done yet, and this is the new number. */
export function useAskAgain(): (use: ActionUse, onOk: () => Promise<void>) => void {
  const { t } = useEngine();
  const { modal } = App.useApp();
  return useCallback(
    ({ action, target }, onOk) => {
      const count = touchedCount(target) ?? 0;
      if (count === 0) {
        modal.info({ title: t('engine.bulk.changedTitle'), content: t('engine.bulk.noneLeft') });
        return;
      }
      modal.confirm({
        title: t('engine.bulk.changedTitle'),
        content: t('engine.bulk.changed', { count: formatNumber(count) }),
        okText: t('engine.bulk.title', { title: action.title, count: formatNumber(count) }),
        okButtonProps: action.emphasis === 'danger' ? { danger: true } : {},
        onOk,
      });
    },
    [t, modal],
  );
}
