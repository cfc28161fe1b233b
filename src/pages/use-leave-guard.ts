import { App } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import { textOf } from '../locales/i18n.ts';

type Guard = () => string | undefined;

/** Asks before the user leaves a page with typed work in it for another; answers where forms say what would be lost. */
export function useLeaveGuard(): (guard: Guard) => () => void {
  const { modal } = App.useApp();
  const guards = useRef(new Set<Guard>());
  const lost = () => [...guards.current].flatMap((guard) => guard() ?? [])[0];
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOther(currentLocation, nextLocation) && lost() !== undefined,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time something is held back
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    const dialog = modal.confirm({
      title: textOf('engine.form.leave'),
      content: lost(),
      okText: textOf('engine.form.discard'),
      cancelText: textOf('engine.form.stay'),
      okButtonProps: { danger: true },
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    });
    return () => dialog.destroy();
  }, [blocker.state]);
  return useCallback((guard) => {
    guards.current.add(guard);
    return () => guards.current.delete(guard);
  }, []);
}

/** Another page, or the same about another record; what a list shows may change freely. */
function isOther(from: Location, to: Location): boolean {
  const record = ({ search }: Location) => new URLSearchParams(search).get('id');
  return from.pathname !== to.pathname || record(from) !== record(to);
}
