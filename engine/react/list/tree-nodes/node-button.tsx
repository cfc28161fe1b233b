import { LoadingOutlined, MinusOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { hasBelow } from './tree-rows.ts';
import type { useTree } from './use-tree.ts';

type NodeButtonProps = {
  readonly tree: ReturnType<typeof useTree>;
  readonly record: WireRecord;
  /** Field that names a row. */
  readonly label: string;
};

/** Opens and closes a node; while its rows are coming it says so, and a failure can be tried again. */
export function NodeButton({ tree, record, label }: NodeButtonProps) {
  const t = useText();
  if (!hasBelow(record)) return <span className="engine-tree-leaf" />;
  const name = String(record[label] ?? '');
  const isOpen = tree.opened.includes(record.id);
  const retry = tree.failed.get(record.id);
  const toggle = () =>
    tree.setOpened(isOpen ? tree.opened.filter((id) => id !== record.id) : [...tree.opened, record.id]);
  if (isOpen && retry !== undefined) {
    return (
      <button type="button" className="engine-tree-node" title={t('engine.list.tree.retry', { name })} onClick={retry}>
        <ReloadOutlined aria-label={t('engine.list.tree.retry', { name })} />
      </button>
    );
  }
  const words = t(isOpen ? 'engine.list.tree.collapse' : 'engine.list.tree.expand', { name });
  return (
    <button type="button" className="engine-tree-node" aria-expanded={isOpen} aria-label={words} onClick={toggle}>
      {isOpen && tree.loading.has(record.id) ? (
        <LoadingOutlined aria-hidden="true" />
      ) : isOpen ? (
        <MinusOutlined aria-hidden="true" />
      ) : (
        <PlusOutlined aria-hidden="true" />
      )}
    </button>
  );
}
