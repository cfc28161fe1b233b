import type { ActionView } from '../../model/view/index.ts';
import { formatNumber } from '../formats/format.ts';
import { useText } from '../host/engine-context.tsx';
import { useQuota } from './use-quota.ts';

/** How much of a limit is used: 今日已领 3/10. */
export function QuotaLine({ action }: { readonly action: ActionView }) {
  const t = useText();
  const quota = useQuota(action);
  if (action.quota === undefined || quota === undefined) return null;
  const { used, limit, room } = quota;
  const told = { used: formatNumber(used), limit: formatNumber(limit) };
  return (
    <span className={room === 0 ? 'engine-quota engine-quota-full' : 'engine-quota'} role="status">
      {t('engine.quota', { title: action.quota.title, ...told })}
    </span>
  );
}
