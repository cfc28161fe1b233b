import { App } from 'antd';
import { useEffect } from 'react';
import { titled } from '../../../engine/react/index.ts';
import { textOf } from '../../locales/i18n.ts';
import type { Phone } from '../phone/phone.ts';
import { ToastQueue } from './toast-queue.ts';

/** Tells what the telephone has to say, once, in the tabs that are looked at; never more than one toast is on screen. */
export function useSaid(phone: Phone): void {
  const { message } = App.useApp();
  useEffect(() => {
    const toasts = new ToastQueue(({ tone, text, detail }) => {
      const content = detail === undefined ? textOf(text) : titled(textOf(text), detail);
      void message[tone]({ key: 'phone', content, duration: 5 });
    });
    let last: number | undefined;
    const leave = phone.subscribe(() => {
      const { said } = phone.view();
      if (said === undefined || said.id === last) return;
      last = said.id;
      if (!document.hidden && phone.isNews(said)) toasts.add(said);
    });
    return () => {
      leave();
      toasts.stop();
    };
  }, [phone, message]);
}
