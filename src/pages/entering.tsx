import { App } from 'antd';
import { useEffect } from 'react';
import { enter } from '../access/access-store.ts';
import { useText } from '../locales/i18n.ts';
import { fetchFirstPage } from './first-page.ts';
import { WaitingPage } from './waiting-page.tsx';

/** Fetches what the user may open, once per token, and tells why when that fails. */
export function Entering({ token }: { readonly token: string }) {
  const { message } = App.useApp();
  const t = useText();
  useEffect(() => {
    const entered = enter(token);
    fetchFirstPage(window.location.pathname);
    void entered.then((fault) => {
      if (fault !== undefined) void message.open({ key: fault, type: 'error', content: t(fault), duration: 10 });
    });
  }, [token, message, t]);
  return <WaitingPage />;
}
