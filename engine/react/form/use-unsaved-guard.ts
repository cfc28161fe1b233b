import { App } from 'antd';
import { useEffect } from 'react';
import { useText } from '../engine-context.tsx';
import type { FormSession } from './form-session.ts';

const namedFields = 5;

/** Closing asks first when something typed would be lost, and names it. */
export function useGuardedClose(session: FormSession | undefined, onClose: () => void): () => void {
  const t = useText();
  const { modal } = App.useApp();
  return () => {
    const changed = session?.changedTitles() ?? [];
    if (changed.length === 0) return onClose();
    modal.confirm({
      title: t('engine.form.leave'),
      content: t('engine.form.leaveHint', {
        fields: changed.slice(0, namedFields).join('、'),
        more: changed.length > namedFields ? t('engine.form.andMore') : '',
      }),
      okText: t('engine.form.discard'),
      cancelText: t('engine.form.stay'),
      okButtonProps: { danger: true },
      onOk: onClose,
    });
  };
}

/** The browser asks before it closes or reloads a page with typed work in it. */
export function useUnloadGuard(session: FormSession | undefined): void {
  useEffect(() => {
    if (session === undefined) return undefined;
    const guard = (event: BeforeUnloadEvent) => {
      if (session.changedTitles().length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', guard);
    return () => removeEventListener('beforeunload', guard);
  }, [session]);
}
