import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import {
  type ImpersonationSession,
  useEngine,
  WhyDrawer,
  type WhySubject,
  type WidgetProps,
} from '../../engine/react/index.ts';

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
      setRefusal('浏览器拦下了新窗口，请允许后再点一次。');
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
        title={`以“${subject.name}”的身份查看`}
        okText="打开新窗口"
        cancelText="取消"
        confirmLoading={isSending}
        onOk={() => void begin()}
        onCancel={close}
        footer={(_, { OkBtn, CancelBtn }) => (
          <>
            <Button onClick={() => setAsking(true)}>为什么看不到</Button>
            <CancelBtn />
            <OkBtn />
          </>
        )}
      >
        {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} />}
        <p>
          在新窗口里看到的菜单、按钮、数据与遮盖{subject.kind === 'role' ? '由该角色决定' : '与该员工完全一样'}
          ，只能看，不能操作。
        </p>
        {subject.kind === 'role' ? <p>数据范围按您自己所在的部门与项目。</p> : null}
        <p className="engine-quiet">开始与结束都记入操作日志。本窗口保持不变；退出登录时查看随之结束。</p>
      </Modal>
      <WhyDrawer isOpen={isAsking} subject={subject} page={firstPage} onClose={() => setAsking(false)} />
    </>
  );
}
