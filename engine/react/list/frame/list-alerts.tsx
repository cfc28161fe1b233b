import { Alert, Button } from 'antd';
import type { ListView } from '../../../model/view/index.ts';
import { FaultAlert } from '../../faults/fault-alert.tsx';
import { useOnline } from '../../faults/use-online.ts';
import { useText } from '../../host/engine-context.tsx';
import { useRefresh } from '../state/use-refresh.ts';

type ListAlertsProps = {
  readonly view: ListView;
  /** Why the rows could not be asked for again, while older ones are still shown. */
  readonly error: unknown;
  readonly onRetry: () => void;
};

/** What stands above rows that may be out of date: no connection, or an answer that did not come. */
export function ListAlerts({ view, error, onRetry }: ListAlertsProps) {
  const t = useText();
  const { refresh } = useRefresh(view);
  const isOnline = useOnline(refresh);
  if (!isOnline) return <Alert type="warning" showIcon className="engine-list-note" message={t('engine.offline')} />;
  if (error === null || error === undefined) return null;
  return (
    <FaultAlert
      error={error}
      action={
        <Button size="small" onClick={onRetry}>
          {t('engine.fault.retry')}
        </Button>
      }
    />
  );
}
