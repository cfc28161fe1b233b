import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { actionPath } from '../../../model/access/index.ts';
import type { EntityField } from '../../../model/documents/index.ts';
import { conditionFields } from '../../../model/view/index.ts';
import type { ConditionCount, Where } from '../../../model/wire/index.ts';
import { advancedWhere, keptConditions } from '../../conditions/advanced.ts';
import { changed, draftOf, finished, unfinished } from '../../conditions/advanced-draft.ts';
import { ConditionGroup } from '../../conditions/condition-group.tsx';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { useSettled } from '../../fields/record-picker.tsx';
import type { InputProps } from '../../fields/renderer/field-renderer.ts';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import '../../conditions/conditions.css';
import { type GroupTools, isFull } from '../../conditions/group-tools.ts';
import { listed, sentences } from '../../formats/listed.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';

/** How long nobody changes anything before it is counted, in milliseconds. */
const pause = 400;

/**
 * Conditions on the rows of another entity, put together as in a list. What is unfinished counts as nothing filled in:
 * saved without the condition that is missing, they would mean more rows than was meant.
 */
export function ConditionsEditor(props: InputProps) {
  const { field, value, onChange } = props;
  const { context } = usePageRuntime();
  const view = useMemo(() => ({ filters: conditionFields(field, context) }), [field, context]);
  const [draft, setDraft] = useState(() => draftOf(keptConditions(value, view), view.filters));
  const [isTouched, setTouched] = useState(false);
  const missing = unfinished(draft, view);
  const tools: GroupTools = {
    fields: view.filters,
    faulty: isTouched ? new Set(missing) : new Set(),
    isFull: isFull(draft),
    change: (id, make) => {
      const next = changed(draft, id, make);
      const group = unfinished(next, view).length === 0 ? finished(next) : undefined;
      setDraft(next);
      onChange(group === undefined ? null : advancedWhere(group, view));
    },
  };
  const leave = () => {
    setTouched(true);
    props.onBlur();
  };
  return (
    <fieldset id={props.id} tabIndex={-1} className="engine-conditions" disabled={props.disabled} onBlur={leave}>
      <ConditionGroup group={draft} tools={tools} depth={1} />
      <RowCount field={field} where={missing.length === 0 ? wordsOf(value) : ''} />
    </fieldset>
  );
}

function wordsOf(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** How many rows they mean just now, and which of those are left out and why. */
function RowCount({ field, where }: { readonly field: InputProps['field']; readonly where: string }) {
  const t = useText();
  const settled = useSettled(where, pause);
  const page = usePageRuntime();
  const path = useCountPath(field);
  const { data, error, refetch } = useQuery({
    queryKey: ['conditions', path, settled],
    queryFn: () => page.call<ConditionCount>(path ?? '', { [field.key]: JSON.parse(settled) as Where }),
    enabled: path !== undefined && settled !== '',
  });
  if (path === undefined || where === '') return null;
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  return (
    <p className="engine-conditions-count" role="status">
      {settled !== where || data === undefined ? t('engine.conditions.counting') : countWords(data, t)}
    </p>
  );
}

function countWords({ count, without: reasonsLeft }: ConditionCount, t: ReturnType<typeof useText>): string {
  const left = reasonsLeft.filter((reason) => reason.count > 0);
  const all = left.reduce((sum, reason) => sum + reason.count, 0);
  const reasons = left.map((reason) =>
    t('engine.conditions.reason', { title: reason.title, count: formatNumber(reason.count) }),
  );
  const found =
    count === 0 ? t('engine.conditions.none') : t('engine.conditions.count', { count: formatNumber(count) });
  if (all === 0) return found;
  const without = t('engine.conditions.without', { count: formatNumber(all), reasons: listed(reasons) });
  return sentences([found, without]);
}

/** The action that counts them: of the entity the page says has such a field. */
function useCountPath(field: Pick<EntityField, 'key' | 'conditions'>): string | undefined {
  const { context } = usePageRuntime();
  const { conditions } = field;
  if (conditions?.count === undefined) return undefined;
  for (const entity of context.entities.values()) {
    const path = actionPath(entity, conditions.count);
    const isOwn = entity.fields.some(({ key, conditions: own }) => key === field.key && own?.of === conditions.of);
    if (isOwn && context.operations.has(path)) return path;
  }
  return undefined;
}
