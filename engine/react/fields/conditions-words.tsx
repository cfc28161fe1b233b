import { conditionFields } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import { keptConditions } from '../list/filters/advanced.ts';
import { AdvancedWords } from '../list/filters/advanced-words.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import { valueAt } from '../record-path.ts';
import { emptyText, type ValueProps } from './field-renderer.ts';

/** Conditions on the rows of another entity as a sentence. */
export function ConditionsWords({ field, path, record }: ValueProps) {
  const t = useText();
  const { context } = usePageRuntime();
  const value = valueAt(record, path);
  if (value === null || value === undefined) return emptyText;
  const view = { filters: conditionFields(field, context) };
  const group = keptConditions(value, view);
  return group === undefined ? t('engine.conditions.broken') : <AdvancedWords view={view} group={group} />;
}
