import { ArrowRightOutlined } from '@ant-design/icons';
import type { EntityField } from '../../../model/documents/index.ts';
import type { FieldChange } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { useChangeWords } from './use-change-words.ts';

type HistoryChangeProps = {
  readonly change: FieldChange;
  readonly field: EntityField | undefined;
  /** Whether the record came to be: then nothing was before. */
  readonly isNew: boolean;
};

/** One field of a change in words: what it was, and what it became. */
export function HistoryChange({ change, field, isNew }: HistoryChangeProps) {
  const t = useText();
  const wordsOf = useChangeWords();
  const before = wordsOf(change, field, 'before');
  const after = wordsOf(change, field, 'after');
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
