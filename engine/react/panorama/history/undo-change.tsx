import { Popconfirm } from 'antd';
import { useContext, useState } from 'react';
import { settingBack } from '../../../model/view/index.ts';
import type { FieldChange, HistoryEntry } from '../../../model/wire/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { settingFields } from '../../calls/setting-fields.ts';
import { listed, titled } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { RowButton } from '../../parts/row-button.tsx';
import { isSame } from '../../record/values.ts';
import { type ChangedRecord, ChangedRecordContext } from './changed-record.ts';
import { useChangeWords } from './use-change-words.ts';

/** For how long a change can be taken back where it is told. */
const milliseconds = 30 * 86_400_000;

/** Takes back a change of fields that are still as it left them; shown to whoever may set all of them. */
export function UndoChange({ entry }: { readonly entry: HistoryEntry }) {
  const changed = useContext(ChangedRecordContext);
  return changed === undefined || !isLast(entry, changed) ? null : <UndoButton entry={entry} changed={changed} />;
}

/** Whether it changed fields of the record alone, lately, and nobody changed them since. */
function isLast({ action, entityId, at, changes, rows }: HistoryEntry, { record }: ChangedRecord): boolean {
  if (action !== 'modify' || entityId !== record.id || changes.length === 0 || rows.length > 0) return false;
  if (Date.now() - Date.parse(at) > milliseconds) return false;
  return changes.every(({ key, after }) => Object.hasOwn(record, key) && isSame(record[key] ?? null, after ?? null));
}

type UndoButtonProps = { readonly entry: HistoryEntry; readonly changed: ChangedRecord };

function UndoButton({ entry: { changes }, changed: { entity, record, actions } }: UndoButtonProps) {
  const t = useText();
  const page = usePageRuntime();
  const run = useRunAction();
  const wordsOf = useChangeWords();
  const [isSent, setSent] = useState(false);
  const action = settingBack(
    changes.map(({ key }) => key),
    entity,
    actions,
    page.scope(record),
  );
  if (action === undefined) return null;
  const undo = () => {
    const changed = { was: valuesOf(changes, 'after'), now: valuesOf(changes, 'before') };
    setSent(true);
    run({
      action: { ...settingFields(action, record, changed), success: t('engine.history.setBack') },
      target: { kind: 'record', record },
      changed,
      onRefused: () => setSent(false),
    });
  };
  const lines = changes.map((change) =>
    titled(change.title, wordsOf(change, entity.fields.get(change.key), 'before') ?? t('engine.history.none')),
  );
  return (
    <Popconfirm
      title={t('engine.history.setBackAsk')}
      description={listed(lines)}
      okText={t('engine.tasks.undo')}
      onConfirm={undo}
    >
      <RowButton disabled={isSent} className="engine-history-undo">
        {t('engine.tasks.undo')}
      </RowButton>
    </Popconfirm>
  );
}

function valuesOf(changes: readonly FieldChange[], side: 'before' | 'after'): Readonly<Record<string, unknown>> {
  return Object.fromEntries(changes.map((change) => [change.key, change[side] ?? null]));
}
