import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import {
  heldOpen,
  type ImpersonationSession,
  useEngine,
  WhyDrawer,
  type WhySubject,
  type WidgetProps,
} from '../../engine/react/index.ts';
import { useViewAsText } from './use-view-as-text.ts';

/** Where somebody is asked about first: most people have it. */
const firstPage = 'personalData';

/** Looks at the product as a person or a role, or asks why that sees what it sees. */
export function Impersonate({ record, title, page, props }: WidgetProps) {
  const [isOpen, setOpen] = useState(false);
  if (record === undefined) return null;
  const subject: WhySubject = {
    kind: props.subject === 'role' ? 'role' : 'staff',
    id: record.id,
    name: String(record.name ?? ''),
  };
  return (
    <>
      <Button type="link" size="small" aria-label={`${title} ${subject.name}`} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <ImpersonateDialog isOpen={isOpen} subject={subject} page={page} onClose={() => setOpen(false)} />
    </>
  );
}

type DialogProps = {
  readonly isOpen: boolean;
  readonly subject: WhySubject;
  /** Name of the page it is opened on. */
  readonly page: string;
  readonly onClose: () => void;
};

/** Says what looking as another means, and begins it in a window of its own. */
function ImpersonateDialog({ isOpen, subject, page, onClose }: DialogProps) {
  const { client, openImpersonation } = useEngine();
  const t = useViewAsText();
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  /** Begun, but the browser opened no window: the next press of the button may. */
  const [waiting, setWaiting] = useState<ImpersonationSession>();
  const close = () => {
    setRefusal(undefined);
    setWaiting(undefined);
    onClose();
  };
  const show = (session: ImpersonationSession) => {
    if (openImpersonation?.(session) === true) close();
    else {
      setWaiting(session);
      setRefusal(t('blocked'));
    }
  };
  const begin = async () => {
    if (waiting !== undefined) return show(waiting);
    setSending(true);
    setRefusal(undefined);
    try {
      const whom = subject.kind === 'role' ? { roleId: subject.id } : { staffId: subject.id };
      show(await client.callAt<ImpersonationSession>('/v1/role/view/as', whom, { page, quiet: true }));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      setRefusal(error.message);
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <Modal
        open={isOpen}
        title={t('title', { name: subject.name })}
        okText={t('open')}
        cancelText={t('cancel')}
        {...heldOpen(isSending)}
        onOk={() => void begin()}
        onCancel={close}
        footer={(_, { OkBtn, CancelBtn }) => (
          <>
            <Button onClick={() => setAsking(true)}>{t('why')}</Button>
            <CancelBtn />
            <OkBtn />
          </>
        )}
      >
        {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} />}
        <p>{t(subject.kind === 'role' ? 'ofRole' : 'ofStaff')}</p>
        {subject.kind === 'role' ? <p>{t('scope')}</p> : null}
        <p className="engine-quiet">{t('logged')}</p>
      </Modal>
      <WhyDrawer isOpen={isAsking} subject={subject} page={firstPage} onClose={() => setAsking(false)} />
    </>
  );
}
