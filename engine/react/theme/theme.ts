import { type ThemeConfig, theme } from 'antd';

/** What a user may choose of the look. */
export type EngineThemeOptions = {
  /** Colour of what is chosen, linked and most important, `#rrggbb`. */
  readonly primary?: string;
  readonly isDark?: boolean;
  /** Of plain text, in pixels. */
  readonly fontSize?: number;
  /** Whether it is touched by a thumb: what is pressed is larger. */
  readonly isNarrow?: boolean;
};

/**
 * The look of the back office for one primary colour, light or dark. Texts in the primary colour and filled buttons
 * take a shade, and quiet texts a strength, at which they are readable by WCAG AA.
 */
export function engineTheme({
  primary = '#1890ff',
  isDark = false,
  fontSize = 14,
  isNarrow = false,
}: EngineThemeOptions = {}): ThemeConfig {
  const filled = filledShade(primary);
  // Under the pointer things get darker, not lighter: they have to be read there too.
  const touched = filledShade(filled);
  const surface = isDark ? darkSurface(primary) : lightSurface(filled, touched);
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: primary,
      fontSize,
      borderRadius: 4,
      ...(isNarrow ? { controlHeight: 40, controlHeightSM: 32 } : {}),
      wireframe: false,
      ...motion,
      // A button at work says so by its sign; paler, its words could not be read.
      opacityLoading: 1,
      ...surface.token,
    },
    components: {
      Button: {
        colorPrimary: filled,
        colorPrimaryHover: touched,
        colorPrimaryActive: touched,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        ...surface.button,
      },
      // White numbers on it; what is light enough to be read on dark ground is too light below them.
      Badge: { colorError: '#cf1322' },
      Pagination: { colorPrimary: surface.readable },
      Tabs: { itemSelectedColor: surface.readable, itemHoverColor: surface.readable },
      Segmented: { itemSelectedColor: surface.readable },
      Table: {
        colorPrimary: surface.readable,
        cellPaddingBlockMD: 10,
        cellPaddingInlineMD: 12,
        cellPaddingInlineSM: 12,
        ...surface.table,
      },
    },
  };
}

/** How long things move, in seconds: what was asked for is there at once, and the eye can follow where it came from. */
const motion = { motionDurationFast: '0.05s', motionDurationMid: '0.1s', motionDurationSlow: '0.12s' } as const;

/** The shade of a colour on which white text is readable. */
export function filledShade(colour: string): string {
  return theme.getDesignToken({ token: { colorPrimary: colour } }).colorPrimaryActive;
}

/** The shade of a colour that is readable as text on the ground of pages. */
export function readableShade(colour: string, isDark: boolean): string {
  // On dark ground the lighter shades are the readable ones.
  return isDark ? darkTokens(lighterOf(colour)).colorPrimaryTextHover : filledShade(colour);
}

function lightSurface(readable: string, touched: string) {
  return {
    readable,
    token: {
      colorLink: readable,
      colorLinkHover: touched,
      colorLinkActive: touched,
      colorError: '#cf1322',
      colorTextPlaceholder: 'rgba(0, 0, 0, 0.56)',
      colorTextDescription: 'rgba(0, 0, 0, 0.6)',
      colorTextTertiary: 'rgba(0, 0, 0, 0.6)',
      colorBgLayout: '#f4f6f9',
    },
    button: {},
    table: {
      headerSortActiveBg: '#f2f6fc',
      headerSortHoverBg: '#f2f6fc',
      rowSelectedHoverBg: '#d9f0ff',
      headerBg: '#f7f9fc',
      headerColor: 'rgba(0, 0, 0, 0.72)',
    },
  };
}

function darkSurface(primary: string) {
  const readable = readableShade(primary, true);
  const { colorPrimaryBg: chosen } = darkTokens(filledShade(filledShade(primary)));
  return {
    readable,
    token: {
      // antd's dark algorithm darkens what it is given here.
      colorLink: lighterOf(readable),
      colorLinkHover: lighterOf(readable),
      colorLinkActive: lighterOf(readable),
      colorError: '#ff9a96',
      colorPrimaryBg: chosen,
      colorTextPlaceholder: 'rgba(255, 255, 255, 0.6)',
      colorTextDescription: 'rgba(255, 255, 255, 0.65)',
      colorTextTertiary: 'rgba(255, 255, 255, 0.65)',
      colorBgLayout: '#0b0d10',
      colorBgContainer: '#15181c',
      colorBgElevated: '#1f2328',
    },
    button: { dangerColor: '#1a0b0b' },
    table: {
      headerSortActiveBg: '#22272e',
      headerSortHoverBg: '#22272e',
      rowSelectedHoverBg: chosen,
      headerBg: '#1c2026',
      headerColor: 'rgba(255, 255, 255, 0.8)',
    },
  };
}

function darkTokens(colorPrimary: string) {
  return theme.getDesignToken({ algorithm: theme.darkAlgorithm, token: { colorPrimary } });
}

function lighterOf(colour: string): string {
  return theme.getDesignToken({ token: { colorPrimary: colour } }).colorPrimaryHover;
}
