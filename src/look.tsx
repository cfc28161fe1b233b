import { App, type ThemeConfig } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { EngineLook, filledShade } from '../engine/react/index.ts';
import { cspNonce } from './csp-nonce.ts';
import { useIsDark, useSettings } from './settings/settings.ts';

const menuColour = '#001529';
const nonce = cspNonce();

/** Look, language and policy of styles of everything below it. */
export function Look({ children }: { readonly children: ReactNode }) {
  const { primaryColour, isColourWeak } = useSettings();
  const isDark = useIsDark();
  const components = useMemo(() => menuColours(primaryColour), [primaryColour]);
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('colour-weak', isColourWeak);
  }, [isColourWeak]);
  return (
    <EngineLook
      locale={zhCN}
      primary={primaryColour}
      isDark={isDark}
      components={components}
      {...(nonce === undefined ? {} : { csp: { nonce } })}
    >
      <App>{children}</App>
    </EngineLook>
  );
}

function menuColours(primary: string): NonNullable<ThemeConfig['components']> {
  return {
    Menu: {
      darkItemBg: menuColour,
      darkSubMenuItemBg: '#000c17',
      darkPopupBg: menuColour,
      darkItemColor: 'rgba(255, 255, 255, 0.75)',
      // White on the primary colour itself is hard to read.
      darkItemSelectedBg: filledShade(primary),
    },
  };
}
