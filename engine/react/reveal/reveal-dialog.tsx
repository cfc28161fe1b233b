import { Alert, Input, type InputRef, Modal } from 'antd';
import { useId, useRef, useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { faultMessage } from '../../model/faults/index.ts';
import type { RevealAnswer } from '../../model/wire/index.ts';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { MarkedOverlay } from '../page/marked-overlay.tsx';
import { heldOpen } from '../parts/held-open.ts';

const shortest = 2;
const longest = 100;

/** One masked value of one record. */
export type Revealed = {
  readonly api: string;
  readonly id: string;
  readonly field: string;
  readonly title: string;
};

type RevealDialogProps = {
  readonly open: boolean;
  readonly of: Revealed;
  readonly onClose: () => void;
  readonly onShown: (answer: RevealAnswer) => void;
};

/** Asks why a masked value is to be seen, and gets it. */
export function RevealDialog({ open, of, onClose, onShown }: RevealDialogProps) {
  const t = useText();
  const page = usePageRuntime();
  const id = useId();
  const input = useRef<InputRef>(null);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    if ([...reason.trim()].length < shortest) {
      setFault(t('engine.reveal.short', { count: shortest }));
      return input.current?.focus();
    }
    setAsking(true);
    setFault(undefined);
    try {
      onShown(await page.call<RevealAnswer>(of.api, { id: of.id, field: of.field, reason: reason.trim() }));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      const [first] = error.faults;
      setFault(first === undefined ? error.message : faultMessage(first));
    } finally {
      setAsking(false);
    }
  };
  return (
    <Modal
      open={open}
      width={440}
      title={t('engine.reveal.title', { title: of.title })}
      okText={t('engine.reveal.show')}
      cancelText={t('engine.cancel')}
      {...heldOpen(isAsking)}
      onOk={() => void ask()}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && input.current?.focus()}
      destroyOnHidden
    >
      <MarkedOverlay>
        <p className="engine-quiet">{t('engine.reveal.hint')}</p>
        {fault === undefined ? null : (
          <Alert type="error" showIcon role="alert" message={fault} className="engine-form-alert" />
        )}
        <label htmlFor={id} className="engine-reveal-label">
          {t('engine.reveal.reason')}
        </label>
        <Input
          id={id}
          ref={input}
          value={reason}
          maxLength={longest}
          placeholder={t('engine.reveal.placeholder')}
          onChange={(event) => setReason(event.target.value)}
          onPressEnter={() => {
            if (!isAsking) void ask();
          }}
        />
      </MarkedOverlay>
    </Modal>
  );
}
