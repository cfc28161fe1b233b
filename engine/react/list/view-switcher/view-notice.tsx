import { Alert, Button } from 'antd';
import { useText } from '../../host/engine-context.tsx';
import { useListViews } from '../views/list-views-context.ts';

type ViewNoticeProps = {
  /** How much of the view the page does not know any more. */
  readonly lost: number;
  /** Why the views could not be asked for; null when they could. */
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Leaves the view that is not there. */
  readonly onLeave: () => void;
};

/** Says what of a view is not as it was: it is gone, the page lost parts of it, or no views came at all. */
export function ViewNotice({ lost, error, onRetry, onLeave }: ViewNoticeProps) {
  const t = useText();
  const { isMissing } = useListViews().chosen;
  if (error !== null) {
    const retry = (
      <Button size="small" onClick={onRetry}>
        {t('engine.fault.retry')}
      </Button>
    );
    return <Alert type="warning" showIcon message={t('engine.views.notLoaded')} action={retry} />;
  }
  if (isMissing)
    return <Alert type="warning" showIcon closable message={t('engine.views.missing')} onClose={onLeave} />;
  if (lost > 0) return <Alert type="info" showIcon closable message={t('engine.views.lost', { count: lost })} />;
  return null;
}
