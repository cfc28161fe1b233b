import { Button } from 'antd';
import { Fragment, type ReactNode, useState } from 'react';
import type { EntityModel } from '../../../model/entity/index.ts';
import type { ChildRowsChange, FieldChange, HistoryEntry } from '../../../model/wire/index.ts';
import { modelFor } from '../../fields/use-picker.ts';
import { titled, together } from '../../formats/listed.ts';
import { formatMoment } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { HistoryChange } from './history-change.tsx';
import { UndoChange } from './undo-change.tsx';

const shownChanges = 6;

type EntryProps = {
  readonly entry: HistoryEntry;
  /** What was done, in the words of the documents. */
  readonly title: string;
  /** What stands before the rest of the first line, such as what kind of entry it is. */
  readonly lead?: ReactNode;
};

/** One thing done to a record: when, by whom, what it is called, and what it changed. */
export function HistoryEntryItem({ entry, title, lead }: EntryProps) {
  const t = useText();
  const { context } = usePageRuntime();
  const [isWhole, setWhole] = useState(false);
  const { changes, rows } = entry;
  const shown = isWhole ? changes : changes.slice(0, shownChanges);
  return (
    <article className="engine-entry">
      <header>
        <time className="engine-number" dateTime={entry.at}>
          {formatMoment(entry.at)?.slice(11)}
        </time>
        {lead}
        <strong>{entry.staff === null ? t('engine.history.system') : entry.staff.name}</strong>
        <span>{title}</span>
        <UndoChange entry={entry} />
      </header>
      <Changes changes={shown} entity={modelFor(entry.entity, context)} isNew={entry.action === 'create'} />
      {rows.map((changed) => (
        <ChangedRows key={changed.key} changed={changed} owner={entry.entity} />
      ))}
      {changes.length > shown.length ? (
        <Button type="link" size="small" className="engine-history-more" onClick={() => setWhole(true)}>
          {t('engine.history.more', { count: changes.length })}
        </Button>
      ) : null}
    </article>
  );
}

type ChangesProps = {
  readonly changes: readonly FieldChange[];
  readonly entity: EntityModel | undefined;
  readonly isNew: boolean;
};

function Changes({ changes, entity, isNew }: ChangesProps) {
  if (changes.length === 0) return null;
  return (
    <dl className="engine-changes">
      {changes.map((change) => (
        <HistoryChange key={change.key} change={change} field={entity?.fields.get(change.key)} isNew={isNew} />
      ))}
    </dl>
  );
}

/** What was done to child rows: how many of each kind, and what changed in those that stayed. */
function ChangedRows({ changed, owner }: { readonly changed: ChildRowsChange; readonly owner: string }) {
  const t = useText();
  const { context } = usePageRuntime();
  const child = modelFor(owner, context)?.children.get(changed.key)?.entity;
  const entity = child === undefined ? undefined : modelFor(child, context);
  const counts = (['added', 'changed', 'removed'] as const).flatMap((kind) => {
    const count = changed.rows.filter((row) => row.kind === kind).length;
    return count === 0 ? [] : [t(`engine.history.rows.${kind}`, { count })];
  });
  return (
    <>
      <p>
        <span className="engine-quiet">{titled(changed.title, '')}</span>
        {together(counts)}
      </p>
      {changed.rows
        .filter((row) => row.kind === 'changed')
        .map((row) => (
          <Fragment key={row.id}>
            <Changes changes={row.changes} entity={entity} isNew={false} />
            {(row.rows ?? []).map((own) => (
              <ChangedRows key={own.key} changed={own} owner={child ?? ''} />
            ))}
          </Fragment>
        ))}
    </>
  );
}
