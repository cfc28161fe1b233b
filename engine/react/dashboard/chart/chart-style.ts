import type { ChartColours, ChartInput } from './chart-drawing.ts';

/** Colours after the theme's own on a light ground, dark enough to be told from it, apart for most colour-blind readers. */
export const coloursOnLight = [
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

/** The same hues on a dark ground. */
export const coloursOnDark = [
  '#3fc1bf',
  '#f0954a',
  '#b37feb',
  '#ff7875',
  '#95c94b',
  '#f284c0',
  '#d8b65a',
  '#8fa6c9',
  '#5bc98c',
] as const;

/** Whether charts stand on a dark ground. */
export function isOnDark({ colorBgElevated }: ChartColours): boolean {
  const [red = 255, green = 255, blue = 255] = [1, 3, 5].map((at) =>
    Number.parseInt(colorBgElevated.slice(at, at + 2), 16),
  );
  return red + green + blue < 384;
}

/** The colours of a chart's series, in order. */
export function paletteOf(colours: ChartColours): readonly string[] {
  return [colours.colorLink, ...(isOnDark(colours) ? coloursOnDark : coloursOnLight)];
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

/**
 * The box that tells the figures under the pointer. It is drawn, not made of HTML: the content policy refuses the style
 * attributes that the library would write into it, and what people typed can never become markup.
 */
export function tooltipStyle(colours: ChartColours) {
  return {
    renderMode: 'richText',
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
export function cursorOf({ open }: ChartInput, measure: string | undefined): 'pointer' | 'default' {
  return measure !== undefined && open.has(measure) ? 'pointer' : 'default';
}
