import type { ListView } from '../../../model/view/index.ts';
import { type AdvancedGroup, readAdvanced, writeAdvanced } from '../../conditions/advanced.ts';
import { CountFailed } from '../../faults/count-failed.tsx';
import { useSettled } from '../../fields/record-picker.tsx';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import type { ListState } from '../state/list-state.ts';
import { useExactCount } from '../state/use-list-query.ts';

/** How long nobody changes anything before it is counted, in milliseconds. */
const pause = 400;

type MatchCountProps = {
  readonly view: ListView;
  readonly state: ListState;
  /** Absent while it is unfinished. */
  readonly group: AdvancedGroup | undefined;
};

/** How many rows conditions would find, told before they are applied. */
export function MatchCount({ view, state, group }: MatchCountProps) {
  const t = useText();
  const text = group === undefined ? '' : writeAdvanced(group);
  const settled = useSettled(text, pause);
  const { advanced: _, ...rest } = state;
  const advanced = readAdvanced(settled === '' ? undefined : settled, view);
  const query = useExactCount(view, { ...rest, ...(advanced === undefined ? {} : { advanced }) }, settled !== '');
  const { data, isError } = query;
  const isKnown = text !== '' && text === settled && typeof data?.total === 'number';
  if (text !== '' && text === settled && isError) return <CountFailed query={query} />;
  return (
    <span className="engine-advanced-count" role="status">
      {isKnown ? t('engine.advanced.found', { count: formatNumber(data.total ?? 0) }) : ''}
    </span>
  );
}
