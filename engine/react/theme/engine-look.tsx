import { ConfigProvider, type ConfigProviderProps, type ThemeConfig } from 'antd';
import { useLayoutEffect, useMemo } from 'react';
import { useLookWindow } from './look-window.ts';
import { type EngineThemeOptions, engineTheme } from './theme.ts';
import { useIsNarrow, useIsStill } from './use-media.ts';
import './tones.css';

type Props = Omit<ConfigProviderProps, 'theme' | 'button' | 'wave'> &
  EngineThemeOptions & {
    /** Colours of components the engine does not draw itself. */
    readonly components?: NonNullable<ThemeConfig['components']>;
    /** Whether changes are shown as movement, unless the reader wants none; pictures and tests show the end at once. */
    readonly hasMotion?: boolean;
  };

/** The look of everything below it: antd's theme, and the mark by which style sheets tell dark from light. */
export function EngineLook({ primary, isDark = false, fontSize, components, hasMotion = true, ...provider }: Props) {
  const isStill = useIsStill();
  const isNarrow = useIsNarrow();
  const shown = useLookWindow();
  const theme = useMemo(() => {
    const size = fontSize === undefined ? {} : { fontSize };
    const base = engineTheme({ isDark, isNarrow, ...size, ...(primary === undefined ? {} : { primary }) });
    return {
      ...base,
      // The look is whole: nothing of another one around it shines through.
      inherit: false,
      token: { ...base.token, motion: hasMotion && !isStill },
      components: { ...base.components, ...components },
    };
  }, [primary, isDark, fontSize, components, hasMotion, isStill, isNarrow]);
  useLayoutEffect(() => {
    const { dataset, style } = shown.document.documentElement;
    dataset.theme = isDark ? 'dark' : 'light';
    style.colorScheme = isDark ? 'dark' : 'light';
    style.setProperty('--engine-font-size', `${fontSize ?? 14}px`);
  }, [shown, isDark, fontSize]);
  return (
    // antd would part the two characters of a short button; words stay whole for readers and screen readers.
    // A button that was pressed does not go on glowing.
    <ConfigProvider theme={theme} button={{ autoInsertSpace: false }} wave={{ disabled: true }} {...provider} />
  );
}
