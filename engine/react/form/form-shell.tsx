import { Button, Drawer, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../engine-context.tsx';
import './form.css';

type FormShellProps = {
  /** Id of the element around the fields. */
  readonly id: string;
  readonly layout: 'drawer' | 'modal';
  readonly title: string;
  readonly open: boolean;
  readonly columns: 1 | 2;
  readonly saving: boolean;
  readonly canSubmit: boolean;
  readonly submitText: string;
  readonly isDanger: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly onOpened: () => void;
  readonly children: ReactNode;
};

/** The frame of a form: a drawer or a dialog with its buttons. Ctrl+Enter submits. */
export function FormShell(props: FormShellProps) {
  const t = useText();
  const footer = (
    <div className="engine-form-footer">
      <span className="engine-form-hint">{t('engine.form.submitHint')}</span>
      <Button onClick={props.onClose} disabled={props.saving}>
        {t('engine.cancel')}
      </Button>
      <Button
        type="primary"
        danger={props.isDanger}
        loading={props.saving}
        disabled={!props.canSubmit}
        onClick={props.onSubmit}
      >
        {props.submitText}
      </Button>
    </div>
  );
  const content = (
    // biome-ignore lint/a11y/noStaticElementInteractions: catches Ctrl+Enter of the inputs inside
    <div
      id={props.id}
      className={`engine-form engine-form-columns-${props.columns}`}
      onKeyDown={(event) => {
        // While an input method composes, Enter belongs to it.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
        event.preventDefault();
        if (props.canSubmit) props.onSubmit();
      }}
    >
      {props.children}
    </div>
  );
  const afterOpenChange = (shown: boolean) => shown && props.onOpened();
  if (props.layout === 'modal') {
    return (
      <Modal
        open={props.open}
        title={props.title}
        width={props.columns === 1 ? 480 : 680}
        onCancel={props.onClose}
        footer={footer}
        maskClosable={false}
        destroyOnHidden
        afterOpenChange={afterOpenChange}
      >
        {content}
      </Modal>
    );
  }
  return (
    <Drawer
      open={props.open}
      title={props.title}
      width="min(720px, 100vw)"
      onClose={props.onClose}
      footer={footer}
      maskClosable={false}
      destroyOnHidden
      afterOpenChange={afterOpenChange}
    >
      {content}
    </Drawer>
  );
}
