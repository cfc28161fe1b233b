import { App, Button } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { listed } from '../../formats/listed.ts';
import { type UnsavedWork, useEngine } from '../../host/engine-context.tsx';
import type { OpenedForm } from './use-opened-form.ts';

const namedFields = 3;

/** Closing asks first when something typed would be lost: it is named, and saved, given up or kept on with. */
export function useGuardedClose(form: OpenedForm, onClose: () => void): () => void {
  const unsaved = useUnsavedWork(form);
  return () => {
    const work = unsaved();
    if (work === undefined) onClose();
    else work.ask({ go: onClose, stay: () => undefined });
  };
}

/** The browser asks before it closes or reloads a page with typed work in it, the host before it leaves the page. */
export function useLeaveGuard(form: OpenedForm, isOpen = true): void {
  const { guardLeaving } = useEngine();
  const unsaved = useUnsavedWork(form);
  const latest = useRef(unsaved);
  latest.current = unsaved;
  const session = isOpen ? form.session : undefined;
  useEffect(() => {
    if (session === undefined) return undefined;
    const guard = (event: BeforeUnloadEvent) => {
      if (session.changedTitles().length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', guard);
    const release = guardLeaving?.(() => latest.current());
    return () => {
      removeEventListener('beforeunload', guard);
      release?.();
    };
  }, [session, guardLeaving]);
}

/** What of a form would be lost just now; undefined when that is nothing. */
function useUnsavedWork(form: OpenedForm): () => UnsavedWork | undefined {
  const { modal } = App.useApp();
  const { t } = useEngine();
  const latest = useRef(form);
  latest.current = form;
  return useMemo(
    () => () => {
      const titles = latest.current.session?.changedTitles() ?? [];
      if (titles.length === 0) return undefined;
      const isLong = titles.length > namedFields;
      const fields = listed(titles.slice(0, namedFields));
      return {
        ask: ({ go, stay }) => {
          const { arrange, save, draft } = latest.current;
          const dialog = modal.confirm({
            title: t('engine.form.leave'),
            content: t(isLong ? 'engine.form.leaveMany' : 'engine.form.leaveHint', { fields, count: titles.length }),
            okText: t('engine.form.saveFirst'),
            cancelText: t('engine.form.stay'),
            onOk: async () => ((await save()) ? go() : stay()),
            onCancel: stay,
            footer: (_, { OkBtn: Save, CancelBtn: Stay }) => (
              <>
                <Button
                  danger
                  onClick={() => {
                    dialog.destroy();
                    draft.clear();
                    go();
                  }}
                >
                  {t('engine.form.discard')}
                </Button>
                <Stay />
                {/* A wizard is saved at its last step only. */}
                {arrange.isLast ? <Save /> : null}
              </>
            ),
          });
          return dialog.destroy;
        },
      };
    },
    [modal, t],
  );
}
