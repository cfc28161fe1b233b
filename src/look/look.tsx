import { App, type ThemeConfig } from 'antd';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { EngineLook, filledShade, readableShade } from '../../engine/react/index.ts';
import { useLanguage } from '../locales/languages.ts';
import { pageMeta } from '../page-meta/page-meta.ts';
import { useIsDark, useSettings } from '../settings/settings.ts';

const menuColour = '#001529';
/** In the dark there is one palette: the menu is no bluer than the pages. */
const darkMenuColour = '#15181c';
const fontSizes = { small: 13, usual: 14, large: 16 } as const;
/** Written into the page for styles made while it runs. */
const nonce = pageMeta('csp-nonce');

/**
 * A stack of notices waits while the pointer is over one of them, and without movement never learns that the one below
 * the pointer is gone: none would go away any more.
 */
const calm = { stack: false } as const;

/** Look, language and policy of styles of everything below it. */
export function Look({ children }: { readonly children: ReactNode }) {
  const { primaryColour, isColourWeak, isGrey, fontSize, menuStyle } = useSettings();
  const isDark = useIsDark();
  const { antd } = useLanguage();
  const components = useMemo(() => menuColours(primaryColour, isDark), [primaryColour, isDark]);
  useLayoutEffect(() => {
    const { classList, dataset } = document.documentElement;
    classList.toggle('colour-weak', isColourWeak);
    classList.toggle('colourless', isGrey);
    dataset.menu = menuStyle;
  }, [isColourWeak, isGrey, menuStyle]);
  return (
    <EngineLook
      locale={antd}
      primary={primaryColour}
      isDark={isDark}
      fontSize={fontSizes[fontSize]}
      components={components}
      {...(nonce === undefined ? {} : { csp: { nonce } })}
    >
      <App notification={calm}>{children}</App>
    </EngineLook>
  );
}

function menuColours(primary: string, isDark: boolean): NonNullable<ThemeConfig['components']> {
  const readable = readableShade(primary, isDark);
  const ground = isDark ? darkMenuColour : menuColour;
  return {
    Menu: {
      darkItemBg: ground,
      darkSubMenuItemBg: isDark ? '#0f1216' : '#000c17',
      darkPopupBg: ground,
      darkItemColor: 'rgba(255, 255, 255, 0.75)',
      // White on the primary colour itself is hard to read.
      darkItemSelectedBg: filledShade(primary),
      itemBg: 'transparent',
      itemSelectedColor: readable,
      subMenuItemSelectedColor: readable,
      horizontalItemSelectedColor: readable,
      horizontalItemHoverColor: readable,
      activeBarBorderWidth: 0,
    },
  };
}
