import { Button, Modal } from 'antd';
import { useMemo, useRef, useState } from 'react';
import type { RefusalDetail, WireRecord } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { MarkedOverlay } from '../../page/marked-overlay.tsx';
import type { FormSession } from '../session/form-session.ts';
import { ConflictField } from './conflict-field.tsx';
import { type ConflictChoice, conflictItems } from './conflict-item.ts';
import './conflict.css';

type ConflictDialogProps = {
  readonly session: FormSession;
  readonly detail: RefusalDetail;
  readonly record: WireRecord | undefined;
  /** Saves with the fields of which the stored value is kept. */
  readonly onMerge: (theirs: ReadonlySet<string>) => void;
  /** Leaves the form as it is. */
  readonly onClose: () => void;
};

/** What others changed while the form was open, field by field: one chooses whose value is kept, and saves. */
export function ConflictDialog({ session, detail, record, onMerge, onClose }: ConflictDialogProps) {
  const t = useText();
  const content = useRef<HTMLDivElement>(null);
  const items = useMemo(() => conflictItems(session, detail), [session, detail]);
  const [choices, setChoices] = useState<ReadonlyMap<string, ConflictChoice>>(new Map());
  const open = items.filter(({ key }) => !choices.has(key)).length;
  const chooseAll = (choice: ConflictChoice) => setChoices(new Map(items.map(({ key }) => [key, choice])));
  const focusFirst = () => content.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
  return (
    <Modal
      open
      width={760}
      title={t('engine.conflict.title')}
      maskClosable={false}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && focusFirst()}
      footer={
        <ConflictFooter
          open={open}
          onClose={onClose}
          onMerge={() => onMerge(new Set([...choices].flatMap(([key, choice]) => (choice === 'theirs' ? [key] : []))))}
        />
      }
    >
      <MarkedOverlay>
        <div className="engine-conflict" ref={content}>
          <p className="engine-quiet">{t('engine.conflict.hint', { count: items.length })}</p>
          {items.length < 2 ? null : (
            <div className="engine-actions">
              <Button size="small" onClick={() => chooseAll('theirs')}>
                {t('engine.conflict.allTheirs')}
              </Button>
              <Button size="small" onClick={() => chooseAll('mine')}>
                {t('engine.conflict.allMine')}
              </Button>
            </div>
          )}
          {items.map((item) => (
            <ConflictField
              key={item.key}
              item={item}
              record={record}
              choice={choices.get(item.key)}
              onChoose={(choice) => setChoices(new Map([...choices, [item.key, choice]]))}
            />
          ))}
        </div>
      </MarkedOverlay>
    </Modal>
  );
}

type ConflictFooterProps = { readonly open: number; readonly onClose: () => void; readonly onMerge: () => void };

function ConflictFooter({ open, onClose, onMerge }: ConflictFooterProps) {
  const t = useText();
  return (
    <div className="engine-form-footer">
      <span className="engine-form-hint" role="status">
        {open === 0 ? '' : t('engine.conflict.open', { count: open })}
      </span>
      <Button onClick={onClose}>{t('engine.conflict.back')}</Button>
      <Button type="primary" disabled={open > 0} onClick={onMerge}>
        {t('engine.conflict.merge')}
      </Button>
    </div>
  );
}
