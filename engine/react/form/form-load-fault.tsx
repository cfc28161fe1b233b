import { Modal } from 'antd';
import { FaultBlock } from '../faults/fault-block.tsx';
import { useText } from '../host/engine-context.tsx';

/** Stands in for a form that cannot be drawn or whose code could not be fetched; the page below goes on. */
export function FormLoadFault({
  title,
  error,
  onClose,
}: {
  readonly title: string;
  readonly error: unknown;
  readonly onClose: () => void;
}) {
  const t = useText();
  return (
    <Modal open title={title} footer={null} onCancel={onClose}>
      <FaultBlock error={error} />
      <p className="engine-quiet">{t('engine.form.loadHint')}</p>
    </Modal>
  );
}
