import { ArrowRightOutlined } from '@ant-design/icons';
import type { EntityField } from '../../../model/documents/index.ts';
import type { FieldChange } from '../../../model/wire/index.ts';
import { fieldText } from '../../fields/field-renderers.ts';
import { emptyText } from '../../fields/renderer/field-renderer.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';

type HistoryChangeProps = {
  readonly change: FieldChange;
  readonly field: EntityField | undefined;
  /** Whether the record came to be: then nothing was before. */
  readonly isNew: boolean;
};

/** One field of a change in words: what it was, and what it became. */
export function HistoryChange({ change, field, isNew }: HistoryChangeProps) {
  const t = useText();
  const before = useWords(change, field, 'before');
  const after = useWords(change, field, 'after');
  return (
    <div className="engine-history-change">
      <dt>{change.title}</dt>
      <dd>
        {isNew ? null : (
          <>
            <span className="engine-said">{t('engine.history.was')}</span>
            <del className={before === undefined ? 'engine-quiet' : ''}>{before ?? t('engine.history.none')}</del>
            <ArrowRightOutlined aria-hidden="true" className="engine-quiet" />
            <span className="engine-said">{t('engine.history.became')}</span>
          </>
        )}
        <ins className={after === undefined ? 'engine-quiet' : ''}>{after ?? t('engine.history.none')}</ins>
      </dd>
    </div>
  );
}

function useWords(change: FieldChange, field: EntityField | undefined, side: 'before' | 'after'): string | undefined {
  const { context } = usePageRuntime();
  const told = side === 'before' ? change.beforeText : change.afterText;
  const value = change[side];
  if (told !== undefined) return told === '' ? undefined : told;
  const { key, title, type } = change;
  const known = field ?? { key, title, type };
  const text = fieldText(known, key, { id: '', [key]: value }, context);
  return text === emptyText ? undefined : text;
}
