import { conditionFields } from '../../model/view/index.ts';
import { emptyText, type ValueProps } from '../fields/renderer/field-renderer.ts';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { valueAt } from '../record/record-path.ts';
import { keptConditions } from './advanced.ts';
import { AdvancedWords } from './advanced-words.tsx';

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
