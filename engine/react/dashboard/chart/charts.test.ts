import { describe, expect, it } from 'vitest';
import { visitsDataset } from '../../../fixtures/index.ts';
import type { ChartCard } from '../../../model/documents/index.ts';
import { setLanguageSource } from '../../../model/texts/index.ts';
import { addDays, dayOf } from '../../../model/time/index.ts';
import type { DatasetRequest } from '../../../model/wire/index.ts';
import { visitFigures } from '../dashboard.testing.ts';
import { chartGrid, chartInput, chartRequest, isEmptyChart } from '../grids/chart-data.ts';
import { drawAlongAxis } from './axis-drawing.ts';
import { axisText } from './axis-text.ts';
import type { ChartInput } from './chart-drawing.ts';
import { coloursOnDark, coloursOnLight } from './chart-style.ts';
import { drawHeat, provinceFigures } from './heat-drawing.ts';
import { provinceName, provinceOf, provinces, tileName } from './provinces.ts';
import { drawRound, gaugeOf, stagesOf } from './round-drawing.ts';

const now = new Date().toISOString();
const today = dayOf(now);
const span = { startDate: addDays(today, -9), endDate: addDays(today, 3) };
const colours = {
  colorLink: '#0d6ecf',
  colorTextDescription: '#666666',
  colorBorderSecondary: '#f0f0f0',
  colorText: '#222222',
  colorBgElevated: '#ffffff',
  colorFillSecondary: '#eeeeee',
};

type Parts = Pick<ChartCard, 'chart' | 'dimension' | 'measures'> &
  Partial<Pick<ChartCard, 'series' | 'compare' | 'top'>>;

async function inputOf(card: Parts): Promise<ChartInput> {
  const { compare, dimensions, measures = [], sort = [], top } = chartRequest(card, visitsDataset);
  const body: DatasetRequest = { ...span, dimensions, measures, sort, ...(top === undefined ? {} : { top }) };
  const answer = await visitFigures(compare === undefined ? body : { ...body, compare: [compare] });
  return { ...chartInput(card, answer, visitsDataset, now), colours, isCalm: true, open: new Set(card.measures) };
}

type Option = { readonly series: readonly Record<string, unknown>[] } & Readonly<Record<string, unknown>>;
const optionOf = (drawing: { readonly option: unknown }) => drawing.option as Option;

describe('lines and bars', () => {
  it('run along time in its order, whatever the dataset puts first', () => {
    const ranked = { ...visitsDataset, sort: ['-visits'] };
    const card = { chart: 'line', dimension: 'day', measures: ['visits'] } as const;
    expect(chartRequest({ ...card, measures: ['visits'] }, ranked)).toMatchObject({ sort: ['day'] });
    expect(chartRequest({ ...card, dimension: 'province', measures: ['visits'] }, ranked)).not.toHaveProperty('sort');
    expect(chartRequest({ ...card, measures: ['visits'], top: 3 }, ranked)).toMatchObject({ sort: ['-visits'] });
  });

  it('end a line today and draw what it is compared with dashed', async () => {
    const input = await inputOf({ chart: 'line', dimension: 'day', measures: ['visits'], compare: 'previousPeriod' });
    const { series } = optionOf(drawAlongAxis(input));
    expect(series.map((one) => (one.lineStyle as { type: string }).type)).toEqual(['solid', 'dashed']);
    expect(series[0]?.color).toBe(series[1]?.color);
    const [present, before] = series.map((one) => (one.data as unknown[]).slice(-3));
    expect(present).toEqual([null, null, null]);
    expect(before).not.toContain(null);
  });

  it('stack the values of the second dimension and know both behind a part', async () => {
    const drawing = drawAlongAxis(
      await inputOf({ chart: 'stackedBar', dimension: 'day', series: 'branch', measures: ['visits'] }),
    );
    expect(new Set(optionOf(drawing).series.map((one) => one.stack))).toEqual(new Set(['now']));
    const figure = drawing.figureAt({ seriesIndex: 1, dataIndex: 2 });
    const keys = { day: addDays(span.startDate, 2), branch: expect.stringContaining('-') };
    expect(figure).toEqual({ measure: 'visits', keys });
  });

  it('follow the part of another period into that one', async () => {
    const drawing = drawAlongAxis(
      await inputOf({ chart: 'bar', dimension: 'day', measures: ['visits'], compare: 'lastWeek' }),
    );
    expect(drawing.figureAt({ seriesIndex: 0, dataIndex: 0 })?.keys).toEqual({ day: span.startDate });
    expect(drawing.figureAt({ seriesIndex: 1, dataIndex: 0 })).toMatchObject({ compared: 'lastWeek' });
  });

  it('lay bars down beside long names and give each unit its axis', async () => {
    const lying = optionOf(drawAlongAxis(await inputOf({ chart: 'bar', dimension: 'province', measures: ['visits'] })));
    expect(lying.yAxis).toMatchObject({ type: 'category' });
    const two = optionOf(
      drawAlongAxis(await inputOf({ chart: 'area', dimension: 'day', measures: ['fee', 'minutes'] })),
    );
    expect(two.yAxis).toHaveLength(2);
    expect(two.series.map((one) => one.yAxisIndex)).toEqual([0, 1]);
  });

  it('keep the first few, the largest first', async () => {
    const { axis, series } = await inputOf({ chart: 'bar', dimension: 'province', measures: ['visits'], top: 3 });
    expect(axis).toHaveLength(3);
    const data = series[0]?.data.map(Number) ?? [];
    expect(data).toEqual([...data].sort((a, b) => b - a));
  });
});

describe('pies, funnels and gauges', () => {
  it('leave empty slices out and know what a slice stands for', async () => {
    const input = await inputOf({ chart: 'pie', dimension: 'category', measures: ['visits'] });
    const none = { key: 'none', name: '无' };
    const [series] = input.series;
    const padded = {
      ...input,
      axis: [none, ...input.axis],
      series: series ? [{ ...series, data: [0, ...series.data] }] : [],
    };
    const drawing = drawRound(padded);
    expect(optionOf(drawing).series[0]?.data).toHaveLength(input.axis.length);
    expect(drawing.figureAt({ seriesIndex: 0, dataIndex: 0 })?.keys).toEqual({ category: input.axis[0]?.key });
  });

  it('make stages of measures in the order of the card, else of the values of the dimension', async () => {
    const several = await inputOf({ chart: 'funnel', dimension: 'day', measures: ['visits', 'asked', 'borrowed'] });
    expect(stagesOf(several).map(({ name }) => name)).toEqual(['到馆人次', '咨询人次', '借书人次']);
    const one = await inputOf({ chart: 'funnel', dimension: 'category', measures: ['visits'] });
    expect(stagesOf(one).map(({ figure }) => figure.keys)).toContainEqual({ category: 'history' });
  });

  it('show a percentage, or one measure as a part of another, and nothing of nothing', async () => {
    const rate = await inputOf({ chart: 'gauge', dimension: 'day', measures: ['lendRate'] });
    const parts = await inputOf({ chart: 'gauge', dimension: 'day', measures: ['borrowed', 'visits'] });
    expect(gaugeOf(rate).percent).toBeCloseTo(gaugeOf(parts).percent ?? -1, 8);
    expect(gaugeOf({ ...parts, total: { borrowed: 0, visits: 0 } }).percent).toBeNull();
  });
});

describe('heat maps', () => {
  it('know both values behind a cell', async () => {
    const input = await inputOf({ chart: 'heat', dimension: 'hour', series: 'branch', measures: ['visits'] });
    const drawing = drawHeat(input);
    const cells = optionOf(drawing).series[0]?.data as readonly { readonly value: readonly number[] }[];
    const index = cells.findIndex(({ value }) => (value[2] ?? 0) > 0);
    expect(drawing.figureAt({ seriesIndex: 0, dataIndex: index })?.keys).toEqual({
      hour: input.axis[cells[index]?.value[0] ?? -1]?.key,
      branch: expect.stringContaining('-'),
    });
  });

  it('keep what people typed from becoming markup in the box', async () => {
    const input = await inputOf({ chart: 'heat', dimension: 'hour', series: 'branch', measures: ['visits'] });
    const named = input.series.map((one) => ({ ...one, group: { key: 'x', name: '<img src=x>' } }));
    const { tooltip } = optionOf(drawHeat({ ...input, series: named }));
    const box = tooltip as {
      readonly renderMode: string;
      readonly formatter: (part: { readonly dataIndex: number }) => string;
    };
    expect(box.renderMode).toBe('richText');
    expect(box.formatter({ dataIndex: 0 })).toContain('<img src=x>');
  });

  it('name each province in every language, on a tile in few letters', () => {
    const zhejiang = provinces.filter(({ code }) => code === '33');
    expect(zhejiang.map((one) => [provinceName(one), tileName(one)])).toEqual([['浙江', '浙江']]);
    setLanguageSource(() => 'en-US');
    expect(zhejiang.map((one) => [provinceName(one), tileName(one)])).toEqual([['Zhejiang', 'ZJ']]);
    setLanguageSource(() => 'zh-CN');
    expect(new Set(provinces.map(({ letters }) => letters)).size).toBe(34);
  });

  it('find a province by its names and its code, and say what is of none', async () => {
    expect(provinces).toHaveLength(34);
    expect(new Set(provinces.map(({ column, row }) => `${column}/${row}`)).size).toBe(34);
    expect(provinceOf('内蒙古自治区', '内蒙古自治区')?.code).toBe('15');
    expect(provinceOf('330000', '浙江省')?.['zh-CN']).toBe('浙江');
    expect(provinceOf('', 'Zhejiang')?.code).toBe('33');
    expect(provinceOf('浙江', '浙江')?.code).toBe('33');
    expect(provinceOf('', '未填写')).toBeUndefined();
    const input = await inputOf({ chart: 'map', dimension: 'province', measures: ['visits'] });
    const { found, elsewhere } = provinceFigures(input);
    const sum = [...found.values(), ...elsewhere].reduce((total, { value }) => total + value, 0);
    expect(sum).toBe(input.total.visits);
    expect(elsewhere.map(({ name }) => name)).toEqual(['未填写']);
  });
});

it('a chart as a table has all its figures, each of the period it is of', async () => {
  const input = await inputOf({ chart: 'line', dimension: 'day', measures: ['visits'], compare: 'previousPeriod' });
  const { columns, rows } = chartGrid(input, visitsDataset);
  expect(columns.map(({ title }) => title)).toEqual(['日期', '到馆人次', '到馆人次 · 上一期间']);
  expect(rows).toHaveLength(13);
  expect(rows[0]?.cells.map(({ figure }) => figure?.keys)).toEqual([
    undefined,
    { day: span.startDate },
    { day: span.startDate },
  ]);
  expect(rows[0]?.cells.map(({ figure }) => figure?.compared)).toEqual([undefined, undefined, 'previousPeriod']);
});

it('a chart without any figure but nought is empty', async () => {
  const card = { chart: 'line' as const, dimension: 'day', measures: ['visits'] };
  const dimensions = ['day'];
  const full = await visitFigures({ ...span, dimensions });
  const bare = await visitFigures({ startDate: '2001-01-01', endDate: '2001-01-03', dimensions });
  expect([full, bare].map((answer) => isEmptyChart(card, answer))).toEqual([false, true]);
});

it('figures along an axis are short', () => {
  expect(axisText(1_250_000, 'money')).toBe('¥1.3万');
  expect(axisText(-50_000_000, 'count')).toBe('-5,000万');
  expect(axisText(300_000_000, 'count')).toBe('3亿');
  expect(axisText(12.5, 'percent')).toBe('12.5%');
});

it.each([
  ['light', '#ffffff', coloursOnLight],
  ['dark', '#1f2328', coloursOnDark],
] as const)('the colours of series can be told from a %s ground', (_, ground, series) => {
  const part = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => part(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  for (const colour of series) {
    const [dark = 0, light = 0] = [luminance(colour), luminance(ground)].sort((a, b) => a - b);
    expect(light / dark, colour).toBeGreaterThan(3);
  }
});
