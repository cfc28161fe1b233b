import { formatMeasure } from '../../formats/format.ts';
import { axisText, shortDay } from './axis-text.ts';
import type { ChartColours, ChartDrawing, ChartInput } from './chart-drawing.ts';
import { cursorOf, isOnDark, sharedOption, textStyle, tooltipStyle } from './chart-style.ts';
import { provinceName, provinceOf, provinces, tileName } from './provinces.ts';

/** From little to much; what stands out from the ground says more, so that it is read without telling hues apart. */
const shadesOnLight = ['#e6f4ff', '#0958d9'] as const;
const shadesOnDark = ['#14283f', '#91caff'] as const;
/** From here on white is read better than black on the shades on light, and black better than white on those on dark. */
const turnOnLight = 0.83;
const turnOnDark = 0.45;
/** With more cells than these, figures in them would overlap. */
const maxLabels = 240;

type Cell = {
  readonly value: readonly [x: number, y: number, figure: number];
  readonly label: { readonly color: string };
};

/** Two dimensions crossed, or the provinces: the more, the darker. */
export function drawHeat(input: ChartInput): ChartDrawing {
  return input.kind === 'map' ? drawMap(input) : drawCross(input);
}

function drawCross(input: ChartInput): ChartDrawing {
  const { axis, colours, dimension, seriesDimension } = input;
  const rows = input.series.filter((one) => one.comparison === undefined && one.group !== undefined);
  const unit = rows[0]?.unit ?? 'count';
  const most = Math.max(1, ...rows.flatMap((row) => row.data.map((value) => value ?? 0)));
  const filled = rows.flatMap((row, y) =>
    row.data.flatMap((value, x) =>
      value === null ? [] : [{ x, y, value, measure: row.measure, group: row.group?.key ?? '' }],
    ),
  );
  const text = textStyle(colours);
  const category = (names: readonly string[]) => ({
    type: 'category' as const,
    data: [...names],
    axisLabel: { ...text, hideOverlap: true },
    axisTick: { show: false },
    axisLine: { show: false },
  });
  const names = axis.map(shortDay);
  const groups = rows.map((row) => row.group?.name ?? row.name);
  return {
    option: {
      ...sharedOption(input),
      ...tooltipOf(input, ({ x, y }) => `${groups[y] ?? ''} ${axis[x]?.name ?? ''}`, filled, unit),
      grid: { left: 8, right: 8, top: 8, bottom: 36, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      xAxis: category(names),
      yAxis: { ...category(groups), inverse: true },
      visualMap: visualMap(input, most, unit),
      series: [
        heatSeries(
          input,
          filled.map((cell) => cellOf(cell, most, input.colours)),
          unit,
          filled.length <= maxLabels,
        ),
      ],
    },
    figureAt: ({ dataIndex }) => {
      const cell = filled[dataIndex];
      if (cell === undefined || seriesDimension === undefined) return undefined;
      const keys = { [dimension]: axis[cell.x]?.key ?? '', [seriesDimension]: cell.group };
      return { measure: cell.measure, keys };
    },
  };
}

/** The figures by province, and what is of none of them. */
export function provinceFigures({ axis, series }: Pick<ChartInput, 'axis' | 'series'>) {
  const first = series.find((one) => one.comparison === undefined);
  const found = new Map<string, { keys: readonly string[]; value: number }>();
  const elsewhere: { name: string; value: number }[] = [];
  for (const [index, { key, name }] of axis.entries()) {
    const value = first?.data[index] ?? null;
    if (value === null) continue;
    const province = provinceOf(key, name);
    if (province === undefined) elsewhere.push({ name, value });
    else {
      const before = found.get(province.code);
      found.set(province.code, { keys: [...(before?.keys ?? []), key], value: value + (before?.value ?? 0) });
    }
  }
  return { found, elsewhere, measure: first?.measure ?? '', unit: first?.unit ?? 'count' };
}

function drawMap(input: ChartInput): ChartDrawing {
  const { found, elsewhere, measure, unit } = provinceFigures(input);
  const most = Math.max(1, ...[...found.values()].map(({ value }) => value));
  const filled = provinces.map(({ code, column, row }) => ({ x: column, y: row, value: found.get(code)?.value ?? 0 }));
  const hidden = { type: 'category' as const, show: false };
  const range = (key: 'column' | 'row') =>
    Array.from({ length: Math.max(...provinces.map((one) => one[key])) + 1 }, (_, index) => String(index));
  const text = textStyle(input.colours);
  const note = elsewhere.map(({ name, value }) => `${name} ${formatMeasure(value, unit)}`).join('  ');
  const cells = filled.map((cell) => cellOf(cell, most, input.colours));
  const label = (hasFigures: boolean) => ({
    show: true,
    fontSize: hasFigures ? 11 : 10,
    formatter: ({ dataIndex }: { readonly dataIndex: number }) => {
      const value = hasFigures ? (filled[dataIndex]?.value ?? 0) : 0;
      const province = provinces[dataIndex];
      const name = province === undefined ? '' : tileName(province);
      return value === 0 ? name : `${name} ${axisText(value, unit)}`;
    },
  });
  const wide = {
    ...sharedOption(input),
    ...tooltipOf(input, (_, index) => nameAt(index), filled, unit),
    grid: { left: '12%', right: '12%', top: 4, bottom: 36 },
    xAxis: { ...hidden, data: range('column') },
    yAxis: { ...hidden, data: range('row'), inverse: true },
    visualMap: visualMap(input, most, unit),
    ...(note === '' ? {} : { title: { text: note, left: 0, top: 0, textStyle: { ...text, fontWeight: 'normal' } } }),
    series: [{ ...heatSeries(input, cells, unit, true), label: label(true) }],
  };
  // A narrow tile has room for its name only.
  const narrow = { grid: { left: 0, right: 0 }, series: [{ label: label(false) }] };
  return {
    option: {
      ...wide,
      media: [{ query: { maxWidth: 480 }, option: narrow }, { option: { series: [{ label: label(true) }] } }],
    },
    figureAt: ({ dataIndex }) => {
      const [key, other] = found.get(provinces[dataIndex]?.code ?? '')?.keys ?? [];
      // A province written in two ways is two values, and a list shows the rows of one.
      return key === undefined || other !== undefined ? undefined : { measure, keys: { [input.dimension]: key } };
    },
  };
}

function nameAt(index: number): string {
  const province = provinces[index];
  return province === undefined ? '' : provinceName(province);
}

type Place = { readonly x: number; readonly y: number; readonly value: number };

function cellOf({ x, y, value }: Place, most: number, colours: ChartColours): Cell {
  const isWhite = isOnDark(colours) ? value / most < turnOnDark : value / most >= turnOnLight;
  return { value: [x, y, value], label: { color: isWhite ? '#ffffff' : '#000000' } };
}

function heatSeries(input: ChartInput, data: readonly Cell[], unit: string, hasLabels: boolean) {
  return {
    type: 'heatmap' as const,
    cursor: cursorOf(input, input.series[0]?.measure),
    data: [...data],
    itemStyle: { borderColor: input.colours.colorBgElevated, borderWidth: 2 },
    label: {
      show: hasLabels,
      fontSize: 11,
      formatter: ({ value }: { readonly value: unknown }) => {
        const figure: unknown = Array.isArray(value) ? value[2] : undefined;
        return typeof figure === 'number' && figure !== 0 ? axisText(figure, unit) : '';
      },
    },
  };
}

function visualMap({ colours }: ChartInput, most: number, unit: string) {
  return {
    min: 0,
    max: most,
    calculable: false,
    orient: 'horizontal' as const,
    left: 'center',
    bottom: 0,
    itemWidth: 12,
    itemHeight: 120,
    text: [axisText(most, unit), '0'],
    textStyle: textStyle(colours),
    inRange: { color: [...(isOnDark(colours) ? shadesOnDark : shadesOnLight)] },
  };
}

function tooltipOf(
  { colours }: ChartInput,
  nameOf: (place: Place, index: number) => string,
  places: readonly Place[],
  unit: string,
) {
  const formatter = ({ dataIndex }: { readonly dataIndex: number }) => {
    const place = places[dataIndex];
    if (place === undefined) return '';
    return `${nameOf(place, dataIndex)}\n${formatMeasure(place.value, unit)}`;
  };
  return { tooltip: { ...tooltipStyle(colours), trigger: 'item', formatter } };
}
