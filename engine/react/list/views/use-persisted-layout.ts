import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import type { KnownViews } from '../state/known-views.ts';
import { learned } from './learned.ts';
import { PersistedLayout } from './persisted-layout.ts';
import { type ViewCalls, viewCalls } from './view-calls.ts';

/** The calls about the views of a page, and what keeps the columns of each for the user. */
export function usePersistedLayout(
  pageName: string,
  { layouts }: KnownViews,
): Readonly<{ persisted: PersistedLayout; calls: ViewCalls }> {
  const { call } = usePageRuntime();
  const { message } = App.useApp();
  const t = useText();
  const queries = useQueryClient();
  const calls = useMemo(() => viewCalls(call, pageName), [call, pageName]);
  const [persisted] = useState(
    () =>
      new PersistedLayout(layouts, async (viewId, layout) => {
        try {
          learned(queries, pageName, await calls.keepLayout(viewId, layout));
        } catch {
          message.warning(t('engine.views.layoutNotSaved'));
        }
      }),
  );
  useEffect(() => persisted.load(layouts), [persisted, layouts]);
  useEffect(() => {
    const flush = () => persisted.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [persisted]);
  return { persisted, calls };
}
