import { CopyOutlined, LockOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useText } from '../host/engine-context.tsx';
import { useNeeded } from './needed.ts';

type FaultBlockProps = {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Name of the page that was asked for. */
  readonly page?: string;
  /** `page` fills the place of a page, `block` that of a card or tab. */
  readonly size?: 'page' | 'block';
};

/** What happened, why, what to do: a fault in its place, with retry and a request number to copy. */
export function FaultBlock({ error, onRetry, page, size = 'block' }: FaultBlockProps) {
  const t = useText();
  const needed = useNeeded();
  const refusal = error instanceof ApiRefusal ? error : undefined;
  const denied = refusal?.isPermission === true;
  const isMissing = refusal?.detail.code === 'E_NOT_FOUND';
  const retry = denied || isMissing ? undefined : onRetry;
  return (
    <Notice
      size={size}
      icon={denied ? <LockOutlined aria-hidden="true" /> : <WarningOutlined aria-hidden="true" />}
      title={titleOf(refusal, t)}
      role="alert"
      detail={
        denied
          ? `${needed(refusal.detail, page)}${t('engine.fault.askPermission')}`
          : refusal === undefined
            ? t('engine.fault.drawHint')
            : t(isMissing ? 'engine.fault.missingHint' : 'engine.fault.retryHint')
      }
    >
      {retry === undefined ? null : (
        <Button
          icon={<ReloadOutlined aria-hidden="true" />}
          onClick={retry}
          size={size === 'page' ? 'middle' : 'small'}
        >
          {t('engine.fault.retry')}
        </Button>
      )}
      {refusal?.requestId === undefined ? null : <RequestId id={refusal.requestId} />}
    </Notice>
  );
}

function titleOf(refusal: ApiRefusal | undefined, t: ReturnType<typeof useText>): string {
  return refusal === undefined ? t('engine.fault.draw') : refusal.message;
}

function RequestId({ id }: { readonly id: string }) {
  const t = useText();
  const copy = useCopy();
  return (
    <Button
      type="text"
      size="small"
      icon={<CopyOutlined aria-hidden="true" />}
      onClick={() => void copy(id)}
      className="engine-request-id"
    >
      {t('engine.fault.requestId', { id })}
    </Button>
  );
}

type NoticeProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly size?: 'page' | 'block';
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
};

/** A calm message in the place of content: nothing here, nothing allowed, nothing loaded. */
export function Notice({ icon, title, detail, size = 'block', role = 'status', children }: NoticeProps) {
  // What stands in place of a whole page is its heading, too.
  const Title = size === 'page' ? 'h1' : 'p';
  return (
    <div className={`engine-notice engine-notice-${size}`} role={role}>
      <span className="engine-notice-icon" aria-hidden="true">
        {icon}
      </span>
      <Title className="engine-notice-title">{title}</Title>
      {detail === undefined ? null : <p className="engine-notice-detail">{detail}</p>}
      {children === undefined ? null : <div className="engine-notice-actions">{children}</div>}
    </div>
  );
}

/** A fault no larger than a word, for a cell or a button. */
export function InlineFault({ text }: { readonly text: string }) {
  return (
    <span className="engine-inline-fault" role="img" aria-label={text} title={text}>
      <WarningOutlined aria-hidden="true" /> {text}
    </span>
  );
}
