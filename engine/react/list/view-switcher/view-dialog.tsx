import { Alert, Form, Input, type InputRef, Modal, Radio } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiRefusal } from '../../../client/index.ts';
import { faultMessage } from '../../../model/faults/index.ts';
import type { SavedView, ViewShare } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { heldOpen } from '../../parts/held-open.ts';
import { useListViews } from '../views/list-views-context.ts';
import type { ViewActions, ViewNaming } from './use-view-actions.ts';

/** What the dialog is opened for. */
export type ViewDialogTask = { readonly kind: 'saveAs' } | { readonly kind: 'rename'; readonly view: SavedView };

type ViewDialogProps = {
  readonly task: ViewDialogTask;
  readonly actions: ViewActions;
  readonly onClose: () => void;
};

const shares: readonly ViewShare[] = ['private', 'department', 'all'];
const maxNameLength = 40;

/** Asks what a view is called and whom it is for; what the server refuses stands in it. */
export function ViewDialog({ task, actions, onClose }: ViewDialogProps) {
  const t = useText();
  const { canShare } = useListViews().known;
  const id = useId();
  const { naming, setNaming, faults, isBusy, submit } = useNaming(task, actions, onClose);
  const field = useRef<InputRef>(null);
  useEffect(() => {
    if (faults.length > 0) field.current?.focus();
  }, [faults]);
  return (
    <Modal
      open
      title={t(task.kind === 'rename' ? 'engine.views.rename' : 'engine.views.saveAsTitle')}
      okText={t('engine.save')}
      cancelText={t('engine.cancel')}
      onOk={() => void submit()}
      onCancel={onClose}
      {...heldOpen(isBusy)}
      okButtonProps={{ loading: isBusy, disabled: naming.name.trim() === '' }}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      width={440}
    >
      <Form layout="vertical" onSubmitCapture={() => void submit()}>
        <Form.Item label={t('engine.views.name')} htmlFor={id} required>
          <Input
            ref={field}
            id={id}
            value={naming.name}
            maxLength={maxNameLength}
            showCount
            onChange={(event) => setNaming({ ...naming, name: event.target.value })}
          />
        </Form.Item>
        {canShare ? (
          <Form.Item label={t('engine.views.share')} extra={t('engine.views.shareHint')}>
            <Radio.Group
              aria-label={t('engine.views.share')}
              value={naming.share}
              onChange={(event) => setNaming({ ...naming, share: event.target.value })}
              options={shares.map((share) => ({ value: share, label: t(`engine.views.share.${share}`) }))}
            />
          </Form.Item>
        ) : null}
        {faults.map((fault) => (
          <Alert key={fault} type="error" showIcon message={fault} role="alert" />
        ))}
        {/* Enter saves: a form with one field and no button of its own would not. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

function useNaming(task: ViewDialogTask, actions: ViewActions, onClose: () => void) {
  const [naming, setNaming] = useState<ViewNaming>(
    task.kind === 'rename' ? { name: task.view.name, share: task.view.share } : { name: '', share: 'private' },
  );
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    const named = { ...naming, name: naming.name.trim() };
    if (isBusy || named.name === '') return;
    setBusy(true);
    try {
      await (task.kind === 'rename' ? actions.rename(task.view, named) : actions.saveAs(named));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      const located = (error.detail.faults ?? []).map((fault) => faultMessage(fault));
      setFaults(located.length > 0 ? located : [error.message]);
    } finally {
      setBusy(false);
    }
  };
  return { naming, setNaming, faults, isBusy, submit };
}
