import { Alert, Button } from 'antd';
import type { ListView } from '../../../model/view/index.ts';
import { listed } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { lostColumns } from '../layout/column-layout.ts';
import type { LostParts } from '../state/view-state.ts';
import { useListViews } from '../views/list-views-context.ts';

/** The parts of a saved view, as they are told. */
const viewParts = ['filters', 'sorts', 'columns', 'displays', 'tabs', 'groups'] as const;

type ViewNoticeProps = {
  readonly view: ListView;
  /** How much of each part of the view the page does not have. */
  readonly lost: LostParts;
  /** Why the views could not be asked for; null when they could. */
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Leaves the view that is not there. */
  readonly onLeave: () => void;
};

/** Says what of a view is not as it was: it is gone, the page lost parts of it, or no views came at all. */
export function ViewNotice({ view, lost, error, onRetry, onLeave }: ViewNoticeProps) {
  const t = useText();
  const { isMissing, saved } = useListViews().chosen;
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
  const counts = { ...lost, columns: lostColumns(saved?.layout, view.columns) };
  const parts = viewParts.filter((part) => counts[part] > 0);
  if (parts.length === 0) return null;
  const what = listed(parts.map((part) => t(`engine.views.part.${part}`, { count: counts[part] })));
  return <Alert type="info" showIcon closable message={t('engine.views.lost', { what })} />;
}
