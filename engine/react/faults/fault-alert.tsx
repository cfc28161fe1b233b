import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useText } from '../host/engine-context.tsx';

/** A refresh that failed, above what was shown before: what happened, the request to tell about, and what to do. */
export function FaultAlert({ error, action }: { readonly error: unknown; readonly action: ReactNode }) {
  const t = useText();
  const copy = useCopy();
  const refusal = error instanceof ApiRefusal ? error : undefined;
  const id = refusal?.requestId;
  return (
    <Alert
      type="error"
      showIcon
      className="engine-list-note"
      message={
        <>
          {t('engine.list.refreshFailed', { reason: refusal?.message ?? t('engine.fault.draw') })}
          {id === undefined ? null : (
            <Button type="link" size="small" icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy(id)}>
              {t('engine.fault.requestId', { id })}
            </Button>
          )}
        </>
      }
      action={action}
    />
  );
}
