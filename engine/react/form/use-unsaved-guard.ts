import { App } from 'antd';
import { useEffect } from 'react';
import { useEngine, useText } from '../engine-context.tsx';
import type { FormSession } from './form-session.ts';

const namedFields = 5;

/** Closing asks first when something typed would be lost, and names it; `onDiscard` when it is given up. */
export function useGuardedClose(
  session: FormSession | undefined,
  onClose: () => void,
  onDiscard: () => void,
): () => void {
  const t = useText();
  const { modal } = App.useApp();
  return () => {
    const lost = session === undefined ? undefined : lostWork(session, t);
    if (lost === undefined) return onClose();
    modal.confirm({
      title: t('engine.form.leave'),
      content: lost,
      okText: t('engine.form.discard'),
      cancelText: t('engine.form.stay'),
      okButtonProps: { danger: true },
      onOk: () => {
        onDiscard();
        onClose();
      },
    });
  };
}

/** What leaving would lose, in one sentence; undefined when that is nothing. */
function lostWork(session: FormSession, t: ReturnType<typeof useText>): string | undefined {
  const changed = session.changedTitles();
  if (changed.length === 0) return undefined;
  return t('engine.form.leaveHint', {
    fields: changed.slice(0, namedFields).join('、'),
    more: changed.length > namedFields ? t('engine.form.andMore') : '',
  });
}

/** The browser asks before it closes or reloads a page with typed work in it, the host before it leaves the page. */
export function useLeaveGuard(session: FormSession | undefined): void {
  const { guardLeaving, t } = useEngine();
  useEffect(() => {
    if (session === undefined) return undefined;
    const guard = (event: BeforeUnloadEvent) => {
      if (session.changedTitles().length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', guard);
    const release = guardLeaving?.(() => lostWork(session, t));
    return () => {
      removeEventListener('beforeunload', guard);
      release?.();
    };
  }, [session, guardLeaving, t]);
}
