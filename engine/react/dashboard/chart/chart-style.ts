import type { ChartColours, ChartInput } from './chart-drawing.ts';

/** Colours after the theme's own, dark enough on white to be told from it, apart for most colour-blind readers. */
export const furtherColours = [
  '#08807f',
  '#c25e00',
  '#722ed1',
  '#cf1322',
  '#4b7a00',
  '#c41d7f',
  '#8c6d1f',
  '#3d4f6b',
  '#0b8043',
] as const;

/** The colours of a chart's series, in order. */
export function paletteOf(colours: ChartColours): readonly string[] {
  return [colours.colorLink, ...furtherColours];
}

/** The colour of the nth series. */
export function colourOf(place: number, colours: ChartColours): string {
  const palette = paletteOf(colours);
  return palette[place % palette.length] ?? colours.colorLink;
}

/** Small text on a chart. */
export function textStyle(colours: ChartColours) {
  return { color: colours.colorTextDescription, fontSize: 12 };
}

/** What all charts have in common. */
export function sharedOption({ colours, isCalm }: ChartInput) {
  return { color: [...paletteOf(colours)], animation: !isCalm, animationDuration: 300, aria: { enabled: false } };
}

/** The box that tells the figures under the pointer. */
export function tooltipStyle(colours: ChartColours) {
  return {
    backgroundColor: colours.colorBgElevated,
    borderColor: colours.colorBorderSecondary,
    textStyle: { color: colours.colorText, fontSize: 12 },
    confine: true,
  };
}

/** The legend above a chart; with many series it is turned over like pages. */
export function legendStyle(colours: ChartColours, show: boolean) {
  const text = textStyle(colours);
  return {
    type: 'scroll',
    top: 0,
    left: 'center',
    itemWidth: 12,
    itemHeight: 10,
    textStyle: text,
    pageTextStyle: text,
    pageIconSize: 10,
    pageIconColor: colours.colorTextDescription,
    pageIconInactiveColor: colours.colorBorderSecondary,
    show,
  };
}

/** The pointer over a part: a hand only where a click leads somewhere. */
export function cursorOf({ isOpen }: ChartInput): 'pointer' | 'default' {
  return isOpen ? 'pointer' : 'default';
}
