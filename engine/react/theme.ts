import { type ThemeConfig, theme } from 'antd';

/**
 * The look of the back office for one primary colour. Text and filled buttons take the next darker shade,
 * and quiet texts are darker than antd's, so that all of them are readable by WCAG AA.
 */
export function engineTheme(primary = '#1890ff'): ThemeConfig {
  const { colorPrimaryActive: readable } = theme.getDesignToken({ token: { colorPrimary: primary } });
  // Under the pointer things get darker, not lighter: they have to be read there too.
  const { colorPrimaryActive: touched } = theme.getDesignToken({ token: { colorPrimary: readable } });
  return {
    token: {
      colorPrimary: primary,
      colorLink: readable,
      colorLinkHover: touched,
      colorLinkActive: touched,
      colorError: '#cf1322',
      colorTextPlaceholder: 'rgba(0, 0, 0, 0.56)',
      colorTextDescription: 'rgba(0, 0, 0, 0.6)',
      colorTextTertiary: 'rgba(0, 0, 0, 0.6)',
      colorBgLayout: '#f4f6f9',
      fontSize: 14,
      borderRadius: 4,
      wireframe: false,
    },
    components: {
      Button: {
        colorPrimary: readable,
        colorPrimaryHover: touched,
        colorPrimaryActive: touched,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Pagination: { colorPrimary: readable },
      Tabs: { itemSelectedColor: readable, itemHoverColor: readable },
      Segmented: { itemSelectedColor: readable },
      Table: {
        colorPrimary: readable,
        headerSortActiveBg: '#f2f6fc',
        headerSortHoverBg: '#f2f6fc',
        rowSelectedHoverBg: '#d9f0ff',
        headerBg: '#f7f9fc',
        headerColor: 'rgba(0, 0, 0, 0.72)',
        cellPaddingBlockMD: 10,
        cellPaddingInlineMD: 12,
        cellPaddingInlineSM: 12,
      },
    },
  };
}
