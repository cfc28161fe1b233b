import { theme } from 'antd';
import { useLayoutEffect } from 'react';
import { useLookWindow } from './look-window.ts';

/** Hands antd's colours to the engine's style sheet, also for what is drawn outside the page (drawers, dialogs). */
export function useThemeVariables(): void {
  const { token } = theme.useToken();
  const shown = useLookWindow();
  useLayoutEffect(() => {
    const variables = {
      '--engine-text': token.colorText,
      '--engine-text-quiet': token.colorTextDescription,
      '--engine-link': token.colorLink,
      '--engine-link-hover': token.colorLinkHover,
      '--engine-focus': token.colorPrimaryBorder,
      '--engine-text-disabled': token.colorTextDisabled,
      '--engine-primary': token.colorPrimary,
      '--engine-primary-soft': token.colorPrimaryBg,
      '--engine-border': token.colorBorderSecondary,
      '--engine-input-border': token.colorBorder,
      '--engine-ground': token.colorBgLayout,
      '--engine-surface': token.colorBgContainer,
      '--engine-surface-quiet': token.colorFillQuaternary,
      '--engine-head': token.Table?.headerBg ?? token.colorFillAlter,
      '--engine-error': token.colorError,
      '--engine-warning': token.colorWarningText,
      '--engine-radius': `${token.borderRadiusLG}px`,
    };
    for (const [name, value] of Object.entries(variables))
      shown.document.documentElement.style.setProperty(name, value);
  }, [shown, token]);
}
