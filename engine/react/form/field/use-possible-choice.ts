import { useEffect, useState } from 'react';
import { apiBase, type QueryAnswer, type Where } from '../../../model/index.ts';
import { idsOf } from '../../fields/renderer/ids-of.ts';
import { modelFor } from '../../fields/use-picker.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useFormParts } from '../session/form-parts.tsx';
import type { FieldInputProps } from './field-input-props.ts';

/**
 * Lets go of chosen records that the conditions no longer allow, once a value they depend on has changed; answers
 * what to say about it.
 */
export function usePossibleChoice(
  { view, own, value, onChange, disabled }: FieldInputProps,
  where: readonly Where[] | null,
): string | undefined {
  const t = useText();
  const page = usePageRuntime();
  const [isLetGo, setLetGo] = useState(false);
  const conditions = JSON.stringify(where);
  const { session } = useFormParts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only changed conditions make a choice impossible
  useEffect(() => {
    const before = session.judgedBy.get(own);
    session.judgedBy.set(own, conditions);
    if (before === undefined || before === conditions) return undefined;
    setLetGo(false);
    const ids = idsOf(value);
    const model = modelFor(view.field.ref ?? '', page.context);
    if (ids.length === 0 || model === undefined || disabled) return undefined;
    const keep = (kept: readonly string[]) => {
      if (kept.length === ids.length) return;
      onChange(view.field.type === 'refs' ? ids.filter((id) => kept.includes(id)) : null);
      setLetGo(true);
    };
    if (where === null) {
      keep([]);
      return undefined;
    }
    const asking = new AbortController();
    const body = { where: { and: [{ field: 'id', op: 'in', value: ids }, ...where] }, size: ids.length, count: 'none' };
    page
      .call<QueryAnswer>(`${apiBase(model.document)}/query`, body, { signal: asking.signal })
      .then((answer) => asking.signal.aborted || keep(answer.list.map((row) => row.id)))
      // Without an answer the choice stays: the server refuses it where it must not be.
      .catch(() => undefined);
    return () => asking.abort();
  }, [conditions]);
  const isChosenAnew = idsOf(value).length > 0;
  return isLetGo && (view.field.type === 'refs' || !isChosenAnew) ? t('engine.form.choiceGone') : undefined;
}
