import { Button, Modal } from 'antd';
import { useMemo, useState } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { type AdvancedGroup, advancedFields } from '../../conditions/advanced.ts';
import { changed, draftOf, finished, unfinished } from '../../conditions/advanced-draft.ts';
import { ConditionGroup } from '../../conditions/condition-group.tsx';
import { type GroupTools, isFull } from '../../conditions/group-tools.ts';
import { useText } from '../../host/engine-context.tsx';
import type { ListState } from '../state/list-state.ts';
import { MatchCount } from './match-count.tsx';

type AdvancedDialogProps = {
  readonly open: boolean;
  readonly view: ListView;
  /** What is in force, this filter among it. */
  readonly state: ListState;
  readonly onClose: () => void;
  readonly onApply: (group: AdvancedGroup | undefined) => void;
};

/** Conditions and groups of them, three levels deep, joined by “all” or “any”. */
export function AdvancedDialog({ open, view, state, onClose, onApply }: AdvancedDialogProps) {
  const t = useText();
  const fields = useMemo(() => advancedFields(view), [view]);
  const [draft, setDraft] = useState(() => draftOf(state.advanced, fields));
  const [isTold, setTold] = useState(false);
  const missing = unfinished(draft, view);
  const tools: GroupTools = {
    fields,
    faulty: isTold ? new Set(missing) : new Set(),
    isFull: isFull(draft),
    change: (id, make) => setDraft((before) => changed(before, id, make)),
  };
  const apply = () => {
    if (missing.length === 0) return onApply(finished(draft));
    setTold(true);
  };
  return (
    <Modal
      open={open}
      onCancel={onClose}
      width={760}
      title={t('engine.advanced.title')}
      className="engine-advanced"
      footer={
        <>
          {open ? (
            <MatchCount view={view} state={state} group={missing.length === 0 ? finished(draft) : undefined} />
          ) : null}
          {isTold && missing.length > 0 ? (
            <span className="engine-advanced-fault" role="alert">
              {t('engine.advanced.unfinished', { count: missing.length })}
            </span>
          ) : null}
          <Button disabled={state.advanced === undefined} onClick={() => onApply(undefined)}>
            {t('engine.advanced.remove')}
          </Button>
          <Button onClick={onClose}>{t('engine.cancel')}</Button>
          <Button type="primary" onClick={apply}>
            {t('engine.filter.query')}
          </Button>
        </>
      }
    >
      <ConditionGroup group={draft} tools={tools} depth={1} />
    </Modal>
  );
}
