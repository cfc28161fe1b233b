import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { booksPage, inSight, libraryEntities, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { ColorInput } from './color/color-input.tsx';
import { MonthInput } from './plain/date-input.tsx';

const meta: Meta = { title: 'engine/字段', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const fields = libraryEntities.find((entity) => entity.name === 'book')?.fields ?? [];

/** A list with a column and a filter for every field there is: every cell and every filter. */
function everyField() {
  const columns = fields.map((field) => ({ key: field.key, field: field.key }));
  const filters = fields
    .filter((field) => !['json', 'html', 'image', 'file', 'idcard'].includes(field.type))
    .map((field) => ({ key: field.key, field: field.key }));
  const server = new SampleServer({ pages: [{ ...booksPage, columns, filters, row: [], bulk: [] }] });
  const render = (params: Readonly<Record<string, string>>) => (
    <StoryFrame server={server}>
      <SchemaPage name="books" params={params} />
    </StoryFrame>
  );
  return { server, render };
}

const cells = everyField();
export const Cells: Story = {
  name: '单元格',
  render: () => cells.render({}),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight((await page.findAllByText('¥28.00'))[0]);
    await inSight(page.getAllByText('总馆')[0]);
    await expect(page.getAllByText('2026年1月')[0]).toBeInTheDocument();
    await expect(page.getAllByText('航海、天文')[0]).toBeInTheDocument();
    await expect(page.getAllByLabelText('已按权限遮盖')[0]).toBeInTheDocument();
    await expect(page.getAllByRole('link', { name: 'https://example.com/books' })[0]).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    // A colour with its name on it, in the ink that is read better.
    await expect(page.getAllByText('#ffe58f')[0]).toHaveStyle({ color: 'rgb(0, 0, 0)' });
    await expect(page.getAllByText('—')[0]).toBeInTheDocument();
    await expect(page.getAllByText('值得一读')[0]).toBeInTheDocument();
  },
};

const filters = everyField();
export const Filters: Story = {
  name: '筛选',
  render: () =>
    filters.render({
      'f.title': 'contains:志',
      'f.category': 'in:history,literature',
      'f.price': 'between:1000,90000',
      'f.rare': 'eq:true',
      'f.boughtOn': 'between:2020-01-01,',
      'f.printedIn': 'between:2026-01-01,2026-03-01',
      'f.nextCheckAt': 'within:last7Days',
      'f.branchId': `in:${'0190a000-0000-7000-8002-000000000000'}`,
      'f.donorMobile': 'eq:13800138000',
    }),
  play: async ({ canvasElement }) => {
    const chips = within(await within(canvasElement).findByRole('list', { name: '当前筛选' }));
    for (const words of [
      '志',
      '历史、文学',
      '10 ~ 900元',
      '是',
      '2020-01-01 以后',
      '2026年1月 ~ 2026年3月',
      '近 7 天',
      '13800138000',
    ])
      await inSight(chips.getByText(words));
    await inSight(await chips.findByText('总馆'));
    await expect(filters.server.callsTo('/v1/book/query').find((call) => call.body.size === 10)?.body).toMatchObject({
      where: {
        and: [
          { field: 'title', op: 'contains', value: '志' },
          { field: 'category', op: 'in', value: ['history', 'literature'] },
          { field: 'price', op: 'between', value: [1000, 90_000] },
          { field: 'rare', op: 'eq', value: true },
          { field: 'boughtOn', op: 'between', value: ['2020-01-01', null] },
          { field: 'printedIn', op: 'between', value: ['2026-01-01', '2026-03-01'] },
          { field: 'nextCheckAt', op: 'within', value: 'last7Days' },
          { field: 'branchId', op: 'in' },
          { field: 'donorMobile', op: 'eq', value: '13800138000' },
        ],
      },
    });
  },
};

const coloured = everyField();
export const Color: Story = {
  name: '颜色：键盘填写与预览',
  render: () => (
    <StoryFrame server={coloured.server}>
      <ColorForm />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const typed = await page.findByLabelText('书标颜色');
    // Black is a colour: nothing chosen is shown as nothing.
    const palette = page.getByLabelText('从调色板选');
    await expect(palette).toHaveClass('engine-color-none');
    await userEvent.type(typed, '#FADB14');
    await waitFor(() => expect(palette).not.toHaveClass('engine-color-none'));
    await expect(await page.findByText('#fadb14')).toHaveStyle({ color: 'rgb(0, 0, 0)' });
    await expect(page.getByLabelText('从调色板选')).toHaveValue('#fadb14');
    await userEvent.clear(typed);
    await userEvent.type(typed, '#1D39C4');
    await expect(await page.findByText('#1d39c4')).toHaveStyle({ color: 'rgb(255, 255, 255)' });
    await userEvent.clear(typed);
    await userEvent.type(typed, 'red');
    // What is no colour paints nothing.
    await waitFor(() => expect(page.queryByText('red', { selector: '.engine-color' })).not.toBeInTheDocument());
  },
};

function ColorForm() {
  const [value, setValue] = useState<unknown>(null);
  const field = fields.find(({ key }) => key === 'spine');
  if (field === undefined) return null;
  return (
    <>
      <label htmlFor="spine">{field.title}</label>
      <ColorInput
        id="spine"
        field={field}
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        disabled={false}
        isRequired={false}
      />
    </>
  );
}

export const Month: Story = {
  name: '月份：填写',
  render: () => (
    <StoryFrame server={coloured.server}>
      <MonthForm />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const typed = await page.findByLabelText('印次');
    await userEvent.type(typed, '2026-11{Enter}');
    await inSight(await page.findByText('存为 2026-11-01'));
    await expect(typed).toHaveValue('2026年11月');
    await userEvent.clear(typed);
    await userEvent.type(typed, '2026年2月{Enter}');
    await inSight(await page.findByText('存为 2026-02-01'));
  },
};

function MonthForm() {
  const [value, setValue] = useState<unknown>(null);
  const field = fields.find(({ key }) => key === 'printedIn');
  if (field === undefined) return null;
  return (
    <>
      <label htmlFor="printed">{field.title}</label>
      <MonthInput
        id="printed"
        field={field}
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        disabled={false}
        isRequired={false}
      />
      <p>存为 {String(value)}</p>
    </>
  );
}

const picking = everyField();
export const Picker: Story = {
  name: '搜索并选择',
  render: () => picking.render({}),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    // The line has no room for it.
    await userEvent.click(await page.findByRole('button', { name: /更多筛选/ }));
    await userEvent.click(await page.findByLabelText('保管人'));
    await userEvent.type(page.getByLabelText('保管人'), '周');
    const searches = () => picking.server.callsTo('/v1/staff/query').map((call) => call.body);
    await waitFor(() =>
      expect(searches()).toContainEqual(expect.objectContaining({ where: { search: '周' }, fields: ['name'] })),
    );
    await userEvent.click(await within(document.body).findByTitle('周文博'));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(page.getByRole('button', { name: '查询' }));
    await inSight(await within(await page.findByRole('list', { name: '当前筛选' })).findByText('周文博'));
  },
};
