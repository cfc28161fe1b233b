import { App, ConfigProvider, type ThemeConfig } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import type { ReactNode } from 'react';
import { engineTheme } from '../engine/react/index.ts';
import { cspNonce } from './csp-nonce.ts';

const menuColour = '#001529';
const base = engineTheme();
const theme: ThemeConfig = {
  ...base,
  components: {
    ...base.components,
    Menu: {
      darkItemBg: menuColour,
      darkSubMenuItemBg: '#000c17',
      darkPopupBg: menuColour,
      darkItemColor: 'rgba(255, 255, 255, 0.75)',
      // White on the primary colour itself is hard to read.
      ...(base.token?.colorLink === undefined ? {} : { darkItemSelectedBg: base.token.colorLink }),
    },
  },
};
const nonce = cspNonce();

/** Look, language and policy of styles of everything below it. */
export function Look({ children }: { readonly children: ReactNode }) {
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      // antd would part the two characters of a short button; words stay whole for readers and screen readers.
      button={{ autoInsertSpace: false }}
      {...(nonce === undefined ? {} : { csp: { nonce } })}
    >
      <App>{children}</App>
    </ConfigProvider>
  );
}
