import { App } from 'antd';
import { useEffect, useSyncExternalStore } from 'react';
import type { ActionView, PanoramaView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { actionAsked, subscribeToAsked, takeAskedAction } from '../../asked/asked-action.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';

/** Runs on the record what was asked for where it was found, once it is shown; what is not possible now is told. */
export function useAskedRun(view: PanoramaView, record: WireRecord | undefined): void {
  const asked = useSyncExternalStore(subscribeToAsked, actionAsked);
  const page = usePageRuntime();
  const run = useRunAction();
  const t = useText();
  const { message } = App.useApp();
  const isHere = asked !== undefined && asked.page === page.name && asked.id === record?.id;
  useEffect(() => {
    if (!isHere || record === undefined) return;
    takeAskedAction();
    const scope = page.scope(record);
    const action = formActions(view).find(({ key }) => key === asked.action);
    if (action?.isPossible(scope) === true && action.isEnabled(scope))
      run({ action, target: { kind: 'record', record } });
    else message.info(t('engine.panorama.notNow'));
  }, [isHere, asked, record, page, view, run, t, message]);
}

/** The buttons that open a form: of the head, and above the rows of the tabs. */
function formActions({ actions, tabs }: PanoramaView): readonly ActionView[] {
  const toolbars = tabs.flatMap((tab) => (tab.kind === 'rows' ? tab.toolbar : []));
  return [...actions, ...toolbars].filter(({ form }) => form !== undefined);
}
