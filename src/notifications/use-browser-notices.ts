import { useEffect, useEffectEvent, useRef } from 'react';
import type { NoticeAnswer } from '../../contract/notices.ts';
import { useText } from '../locales/i18n.ts';
import { showNotices } from './notice-drawer-state.ts';
import { noticePreferences } from './notice-preferences.ts';
import { isQuiet } from './notice-times.ts';

/** That many at once are shown each by itself; more are only counted. */
const maxEach = 3;

/**
 * Shows new notices by the browser where that was chosen, while nobody looks at the window and outside of the quiet
 * hours. Those there were when the page was opened are not new. Windows of one browser show each of them once.
 *
 * @param urgent the unread notices that ask for attention; undefined until they have come
 */
export function useBrowserNotices(urgent: readonly NoticeAnswer[] | undefined): void {
  const t = useText();
  const known = useRef<ReadonlySet<string>>(undefined);
  const show = useEffectEvent((fresh: readonly NoticeAnswer[]) => {
    const { isInBrowser, quiet } = noticePreferences();
    if (!isInBrowser || isQuiet(quiet, Date.now()) || !isAway() || !mayShow()) return;
    if (fresh.length > maxEach) shown(t('notify.browser.many', { count: fresh.length }), '', 'notices');
    else for (const { id, title, content } of fresh) shown(title, content, id);
  });
  useEffect(() => {
    if (urgent === undefined) return;
    const before = known.current;
    known.current = new Set(urgent.map(({ id }) => id));
    const fresh = before === undefined ? [] : urgent.filter(({ id }) => !before.has(id));
    if (fresh.length > 0) show(fresh);
  }, [urgent]);
}

function isAway(): boolean {
  return document.hidden || !document.hasFocus();
}

function mayShow(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

/** A notice of the browser; clicked, it brings the window to the front with all notices. */
function shown(title: string, body: string, tag: string): void {
  const notice = new Notification(title, { body, tag });
  notice.onclick = () => {
    window.focus();
    showNotices();
    notice.close();
  };
}
