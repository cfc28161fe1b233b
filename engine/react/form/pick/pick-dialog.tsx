import { CloseOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { RowPickView } from '../../../model/view/index.ts';
import type { Where, WireRecord } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { EmbeddedPageContext, PageDrawerContext, usePageRuntime } from '../../host/page-runtime.ts';
import { type RowPicking, RowPickingContext, Selection } from '../../host/row-picking.ts';
import { MarkedOverlay } from '../../page/marked-overlay.tsx';
import type { RowList } from '../session/rows/row-list.ts';
import { pickingView } from './picking-view.ts';
import './pick.css';

type PickDialogProps = {
  readonly title: string;
  readonly rows: RowList;
  readonly pick: RowPickView;
  readonly where: readonly Where[];
  readonly isOpen: boolean;
  readonly onTake: (records: readonly WireRecord[]) => void;
  readonly onClose: () => void;
};

/** A list to pick rows from, over its pages and conditions; what is picked stands below it. */
export function PickDialog({ title, rows, pick, where, isOpen, onTake, onClose }: PickDialogProps) {
  const t = useText();
  const Page = useContext(PageDrawerContext);
  const { context } = usePageRuntime();
  const document = context.entities.get(pick.cell.field.ref ?? '');
  const picking = useMemo((): RowPicking => {
    // As the form stood when the dialog was opened: it cannot change meanwhile.
    const taken = new Set(rows.values().map((row) => row[pick.cell.key]));
    const reads = [...(document === undefined ? [] : [document.label]), ...pick.values.map(({ path }) => path)];
    return {
      ...{ page: pick.page, selection: new Selection() },
      viewOf: (view) => pickingView(view, where, reads),
      barOf: ({ id, hasChildren }) => {
        if (taken.has(id)) return 'taken';
        return pick.cell.field.leafOnly === true && hasChildren === true ? 'inner' : undefined;
      },
    };
  }, [rows, pick, where, document]);
  const { selection } = picking;
  const picked = useSyncExternalStore(selection.subscribe, selection.rows);
  const room = rows.view.max - rows.values().length;
  return (
    <Modal
      open={isOpen}
      title={title}
      width="min(1120px, calc(100vw - 16px))"
      className="engine-pick"
      centered
      maskClosable={picked.length === 0}
      onCancel={onClose}
      footer={
        <div className="engine-form-footer">
          <span
            className={picked.length > room ? 'engine-pick-count engine-pick-over' : 'engine-pick-count'}
            role="status"
          >
            {t(picked.length > room ? 'engine.pick.over' : 'engine.pick.count', { count: picked.length, room })}
          </span>
          <Button onClick={onClose}>{t('engine.cancel')}</Button>
          <Button type="primary" disabled={picked.length === 0 || picked.length > room} onClick={() => onTake(picked)}>
            {t('engine.pick.take')}
          </Button>
        </div>
      }
    >
      <MarkedOverlay>
        <RowPickingContext.Provider value={picking}>
          <EmbeddedPageContext.Provider value={true}>
            <div className="engine-pick-list">
              {Page === undefined ? null : <Page name={pick.page} params={noParams} />}
            </div>
          </EmbeddedPageContext.Provider>
        </RowPickingContext.Provider>
        <PickedList picked={picked} selection={selection} label={document?.label ?? 'id'} />
      </MarkedOverlay>
    </Modal>
  );
}

const noParams = {};

type PickedListProps = {
  readonly picked: readonly WireRecord[];
  readonly selection: Selection;
  /** Field that names a record. */
  readonly label: string;
};

/** What is picked so far; each can be put back. */
function PickedList({ picked, selection, label }: PickedListProps) {
  const t = useText();
  if (picked.length === 0) return null;
  return (
    <section className="engine-pick-chosen" aria-label={t('engine.pick.chosen')}>
      <span className="engine-quiet">{t('engine.pick.chosen')}</span>
      <ul>
        {picked.map((record) => {
          const name = String(record[label] ?? record.id);
          return (
            <li key={record.id}>
              {name}
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden="true" />}
                aria-label={t('engine.pick.remove', { name })}
                title={t('engine.pick.remove', { name })}
                onClick={() => selection.remove(record.id)}
              />
            </li>
          );
        })}
      </ul>
      <Button type="link" size="small" onClick={() => selection.replace([])}>
        {t('engine.bulk.clear')}
      </Button>
    </section>
  );
}
