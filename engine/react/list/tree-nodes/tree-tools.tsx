import { PlusOutlined } from '@ant-design/icons';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../../client/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { rowLimit, type useTree } from './use-tree.ts';

type TreeOf = { readonly tree: ReturnType<typeof useTree> };

/** Opens and closes the whole tree, and adds to its top where that is possible. */
export function TreeTools({ tree, onAdd }: TreeOf & { readonly onAdd: (() => void) | undefined }) {
  const t = useText();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const openAll = async () => {
    setBusy(true);
    try {
      if (!(await tree.openAll())) message.info(t('engine.list.tree.tooMany', { count: rowLimit }));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (!error.endsSession) message.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className="engine-tree-tools">
      <Button size="small" loading={busy} onClick={() => void openAll()}>
        {t('engine.list.tree.expandAll')}
      </Button>
      <Button size="small" onClick={() => tree.setOpened([])} disabled={tree.opened.length === 0}>
        {t('engine.list.tree.collapseAll')}
      </Button>
      {onAdd === undefined ? null : (
        <Button size="small" data-tree-add="" icon={<PlusOutlined aria-hidden="true" />} onClick={onAdd}>
          {t('engine.list.tree.add')}
        </Button>
      )}
    </span>
  );
}

/** Says where not all rows of a node are drawn. */
export function BoundedNote({ tree }: TreeOf) {
  const t = useText();
  const isBounded =
    (tree.top.data !== undefined && tree.top.data.next !== null) ||
    [...tree.below.values()].some((below) => below.isBounded);
  if (!isBounded) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="engine-list-note"
      message={t('engine.list.tree.bounded', { count: rowLimit })}
    />
  );
}
