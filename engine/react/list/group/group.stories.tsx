import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryRows, listStory, SampleRefusal } from '../../../fixtures/index.ts';

const meta: Meta = { title: 'engine/列表/分组', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const patience = { timeout: 10_000 };
const group = '/v1/book/group';
const query = '/v1/book/query';

const grouping = listStory('books', { rows: libraryRows(50) });

export const Grouping: Story = {
  name: '按状态分组，展开，小计',
  render: grouping.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('海国图志', {}, patience);
    await userEvent.click(page.getByRole('button', { name: '分组' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '馆藏状态' }));
    await inSight(await page.findByText('按馆藏状态分组，4 组，共 50 条'));
    await expect(grouping.address.params.group).toBe('state');
    await expect(grouping.server.callsTo(group).at(-1)?.body).toEqual({ by: 'state', sums: ['pages', 'price'] });

    // Nothing is open; the sums of the groups and of all stand below their headings.
    const lines = () => [...canvasElement.querySelectorAll<HTMLElement>('.engine-group-line')];
    await expect(lines()).toHaveLength(5);
    const placeOf = (line: HTMLElement | undefined, column: number) =>
      line?.querySelector(`[aria-colindex="${column}"]`)?.getBoundingClientRect().left;
    const heading = canvasElement.querySelector('[data-column-key="pages"]');
    const column = Number(heading?.getAttribute('aria-colindex'));
    await expect(placeOf(lines()[0], column)).toBe(heading?.getBoundingClientRect().left);
    const pagesOf = (line: HTMLElement | undefined) =>
      Number(line?.querySelector(`[aria-colindex="${column}"]`)?.textContent?.replaceAll(',', ''));
    const parts = lines().slice(0, 4).map(pagesOf);
    await expect(parts.reduce((sum, part) => sum + part, 0)).toBe(pagesOf(lines()[4]));

    // The keyboard goes from group to group; right opens one, left closes it.
    lines()[0]?.focus();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(canvasElement.querySelectorAll('[data-row-key]').length).toBeGreaterThan(4));
    await expect(grouping.server.callsTo(query).at(-1)?.body).toMatchObject({
      size: 20,
      where: { field: 'state', op: 'eq' },
    });
    await userEvent.keyboard('{ArrowDown}');
    await expect(document.activeElement).not.toHaveClass('engine-group-line');
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
    await waitFor(() => expect(canvasElement.querySelectorAll('[data-row-key]')).toHaveLength(4));

    // All of them open, the larger ones with more to show.
    await userEvent.click(page.getByRole('button', { name: '全部展开' }));
    await userEvent.click(await page.findByRole('button', { name: '再显示 5 条' }, patience));
    await waitFor(() => expect(canvasElement.querySelectorAll('tbody [data-row-key]').length).toBe(54));
    await userEvent.click(page.getByRole('button', { name: '全部收起' }));
    await userEvent.click(page.getByRole('button', { name: '取消分组' }));
    await inSight(await page.findByText('共 50 条'));
    await expect(grouping.address.params.group).toBeUndefined();
  },
};

const byTime = listStory('books', { params: { group: 'nextCheck:month', q: '卷' } });

export const ByTime: Story = {
  name: '按月分组，没有值的在最后',
  render: byTime.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const empty = await page.findByRole('button', { name: '展开 空' }, patience);
    await expect(byTime.server.callsTo(group)[0]?.body).toMatchObject({
      by: 'nextCheckAt',
      bucket: 'month',
      where: { and: [{ search: '卷' }] },
    });
    await userEvent.click(empty);
    await expect(await page.findByRole('button', { name: '收起 空' })).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() =>
      expect(byTime.server.callsTo(query).at(-1)?.body).toMatchObject({
        where: { and: [{ and: [{ search: '卷' }] }, { field: 'nextCheckAt', op: 'isNull' }] },
      }),
    );
  },
};

const held = listStory('books', { rows: libraryRows(200), params: { group: 'state' } });

export const Held: Story = {
  name: '滚动时，所在的组留在表头之下',
  render: held.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('按馆藏状态分组，4 组，共 200 条', {}, patience);
    const lines = [...canvasElement.querySelectorAll<HTMLElement>('tbody .engine-group-line')];
    const [first, second] = lines.map((line) => ({ id: line.dataset.rowKey, text: line.textContent ?? '' }));
    await userEvent.click(page.getByRole('button', { name: '全部展开' }));
    const rows = 20;
    await waitFor(() => expect(canvasElement.querySelector(`[aria-rowindex="${rows + 2}"]`)).not.toBeNull(), patience);
    const likeness = () => canvasElement.querySelector<HTMLElement>('thead .engine-group-line');
    const body = canvasElement.querySelector('tbody');
    if (body === null) throw new TypeError('no rows');
    const height = body.getBoundingClientRect().height;
    const scrollTo = (row: number) =>
      canvasElement.querySelector(`[aria-rowindex="${row}"]`)?.scrollIntoView({ block: 'start' });
    await expect(likeness()).toBeNull();

    // It stands right below the head, in the columns of the table, and moves nothing.
    scrollTo(6);
    await waitFor(() => expect(likeness()).toHaveTextContent(first?.text ?? ''));
    const head = canvasElement.querySelector('thead > tr')?.getBoundingClientRect();
    await expect(likeness()?.getBoundingClientRect().top).toBe(head?.bottom);
    await expect(body.getBoundingClientRect().height).toBe(height);

    // The next group pushes it away and takes its place.
    scrollTo(rows);
    await waitFor(() => expect(canvasElement.querySelector(`[aria-rowindex="${rows + 7}"]`)).not.toBeNull());
    scrollTo(rows + 7);
    await waitFor(() => expect(likeness()).toHaveTextContent(second?.text ?? ''));

    // Closed from there, its line has the keyboard, in sight.
    const arrow = likeness()?.querySelector('button');
    if (!arrow) throw new TypeError('no arrow');
    await userEvent.click(arrow);
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-row-key', second?.id));
    await expect(document.activeElement).toHaveTextContent(second?.text ?? '');
  },
};

const onPhone = listStory('books', { rows: libraryRows(20), params: { group: 'state' } });

export const OnPhone: Story = {
  name: '窄屏：各组打开成卡片',
  globals: { viewport: { value: 'mobile1', isRotated: false } },
  render: onPhone.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const [first] = await page.findAllByRole('button', { expanded: false, name: /条/ }, patience);
    if (first === undefined) throw new TypeError('no group');
    await expect(canvasElement.querySelectorAll('.engine-record-card')).toHaveLength(0);
    await userEvent.click(first);
    await waitFor(() => expect(first).toHaveAttribute('aria-expanded', 'true'));
    await waitFor(() => expect(canvasElement.querySelectorAll('.engine-record-card').length).toBeGreaterThan(1));
    first.focus();
    await userEvent.keyboard('j');
    await expect(document.activeElement).toHaveClass('engine-record-card');
  },
};

const unknown = listStory('books', {
  params: { group: 'state' },
  answers: {
    [group]: () => {
      throw new SampleRefusal('E_BUSY');
    },
  },
});

export const Unknown: Story = {
  name: '分组没有取到：不说是零组',
  render: unknown.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('服务器繁忙，请稍后重试', {}, patience);
    await inSight(page.getByText('按馆藏状态分组，— 组，共 — 条'));
  },
};
