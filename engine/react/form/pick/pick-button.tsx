import { UnorderedListOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import type { RowPickView } from '../../../model/view/index.ts';
import type { Where, WireRecord } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { valueAt } from '../../record/record-path.ts';
import type { Values } from '../../record/values.ts';
import { conditionsNow } from '../session/choice-conditions.ts';
import { useFormParts, useOfSession } from '../session/form-parts.tsx';
import type { RowList } from '../session/rows/row-list.ts';

// The list comes with the first time somebody picks.
const PickDialog = lazyPart(async () => (await import('./pick-dialog.tsx')).PickDialog);

/** Opens the list that rows are picked from. */
export function PickButton({ rows, pick }: { readonly rows: RowList; readonly pick: RowPickView }) {
  const t = useText();
  const { message } = App.useApp();
  const { session } = useFormParts();
  const { context } = usePageRuntime();
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const hasConditions = (pick.cell.conditions ?? []).length > 0;
  const conditions = useOfSession(session, () =>
    hasConditions ? JSON.stringify(conditionsNow(pick.cell, session.scope())) : '[]',
  );
  const own = useMemo((): readonly Where[] | null => JSON.parse(conditions ?? 'null'), [conditions]);
  const where = useMemo(() => (own === null ? null : [...pick.where, ...own]), [pick, own]);
  const entity = context.entities.get(pick.cell.field.ref ?? '')?.title ?? pick.cell.title;
  const title = t('engine.pick.open', { entity });
  const take = (records: readonly WireRecord[]) => {
    setOpen(false);
    rows.addAll(records.map((record) => pickedValues(pick, record)));
    if (records.length > 0) message.success(t('engine.pick.added', { count: records.length }));
  };
  return (
    <>
      <Button
        type="dashed"
        size="small"
        icon={<UnorderedListOutlined aria-hidden="true" />}
        disabled={rows.isFull || where === null}
        title={where === null ? t('engine.picker.waits') : undefined}
        onClick={() => {
          setOpened(opened + 1);
          setOpen(true);
        }}
      >
        {title}
      </Button>
      {opened === 0 || where === null ? null : (
        <Suspense fallback={null}>
          <PickDialog
            key={opened}
            title={title}
            rows={rows}
            pick={pick}
            where={where}
            isOpen={isOpen}
            onTake={take}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What a row begins with once it is picked: the reference, and what it takes over. */
function pickedValues({ cell, values }: RowPickView, record: WireRecord): Values {
  const taken = values.map(({ key, path }) => [key, valueAt(record, path)] as const);
  return {
    [cell.key]: record.id,
    ...Object.fromEntries(taken.filter(([, value]) => value !== undefined && value !== null)),
  };
}
