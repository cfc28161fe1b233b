import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, openedDialog, SampleRefusal, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import type { CustomFieldRow, CustomFields, FieldUses } from './field-wire.ts';
import { FieldsPanel } from './fields-panel.tsx';

const meta: Meta = { title: 'engine/设计器/自定义字段', tags: ['!autodocs'] };
export default meta;

const rank: CustomFieldRow = {
  ...{ key: 'xRank', title: '排名', status: 'active', isAsleep: false, version: 1, retiredAt: null },
  field: { key: 'xRank', title: '排名', type: 'string', maxLength: 20, searchable: true },
};
const uses: FieldUses = {
  rows: 12,
  uses: [
    { kind: 'page', name: '馆藏图书', detail: '列「排名」' },
    { kind: 'view', name: '我的排名' },
    { kind: 'layout', name: '馆藏图书', people: 3 },
  ],
};

/** A server with one field, of which it removes nothing before its title is right. */
function serverOf() {
  let rows: readonly CustomFieldRow[] = [rank];
  const become = (status: CustomFieldRow['status']) => {
    rows = rows.map((row) => ({ ...row, status, version: row.version + 1 }));
    return null;
  };
  return new SampleServer({
    answers: {
      '/v1/design/field/query': (): CustomFields => ({
        entities: [{ name: 'book', title: '图书', shipped: 24, most: 60, fields: rows }],
        ...{ dictionaries: [], references: [] },
      }),
      '/v1/design/field/use/query': () => uses,
      '/v1/design/field/create': () => {
        throw new SampleRefusal('E_INPUT_INVALID', {
          faults: [{ code: 'E_INPUT_DUPLICATE', pointer: '/field/key', got: 'xRank' }],
        });
      },
      '/v1/design/field/retire': () => become('retired'),
      '/v1/design/field/restore': () => become('active'),
      '/v1/design/field/remove': () => become('removing'),
    },
  });
}

const server = serverOf();
export const Life: StoryObj = {
  name: '自定义字段：做不成的说明在哪里；停用之前列出用在哪里，恢复；删除要输入名称',
  render: () => (
    <StoryFrame server={server}>
      <FieldsPanel />
    </StoryFrame>
  ),
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    await step('what cannot be made is told, and stays as it was typed', async () => {
      await userEvent.click(await view.findByRole('button', { name: '新增字段' }));
      const dialog = within(await openedDialog('新增字段：图书'));
      await expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled();
      await userEvent.type(dialog.getByRole('textbox', { name: '名称' }), '等级');
      await userEvent.click(dialog.getByRole('button', { name: '保存' }));
      await inSight(await dialog.findByRole('alert'));
      await expect(dialog.getByRole('textbox', { name: '名称' })).toHaveValue('等级');
      await userEvent.click(dialog.getByRole('button', { name: '取消' }));
    });
    await step('before it is retired, where it is used is listed', async () => {
      await userEvent.click(view.getByRole('button', { name: '停用：排名' }));
      const dialog = await openedDialog('停用字段：排名');
      await inSight(await within(dialog).findByText('12 条记录有值。'));
      await expect(dialog).toHaveTextContent('页面设计：馆藏图书（列「排名」）');
      await expect(dialog).toHaveTextContent('保存的视图：我的排名');
      await expect(dialog).toHaveTextContent('列的安排：馆藏图书（3 人自用）');
      await userEvent.click(within(dialog).getByRole('button', { name: '停用' }));
      await inSight(await view.findByText('已停用'));
    });
    await step('and comes back', async () => {
      await userEvent.click(view.getByRole('button', { name: '恢复：排名' }));
      await waitFor(() => expect(view.queryByText('已停用')).toBeNull());
      await userEvent.click(view.getByRole('button', { name: '停用：排名' }));
      const dialog = await openedDialog('停用字段：排名');
      await waitFor(() => expect(within(dialog).getByRole('button', { name: '停用' })).toBeEnabled());
      await userEvent.click(within(dialog).getByRole('button', { name: '停用' }));
      await inSight(await view.findByText('已停用'));
    });
    await step('removed by its name alone', async () => {
      await userEvent.click(view.getByRole('button', { name: '删除：排名' }));
      const dialog = within(await openedDialog('删除字段：排名'));
      const title = dialog.getByRole('textbox', { name: '字段名称' });
      await userEvent.type(title, '排');
      await expect(dialog.getByRole('button', { name: '删除' })).toBeDisabled();
      await userEvent.type(title, '名');
      await userEvent.click(dialog.getByRole('button', { name: '删除' }));
      await inSight(await view.findByText('删除中'));
      const [sent] = server.callsTo('/v1/design/field/remove');
      await expect(sent?.body).toMatchObject({ entity: 'book', key: 'xRank', title: '排名' });
    });
  },
};

const level = { name: 'level', title: '等级', values: [{ key: 'high', title: '高' }] };
const choosing = new SampleServer({
  answers: {
    '/v1/design/field/query': (): CustomFields => ({
      entities: [{ name: 'book', title: '图书', shipped: 24, most: 60, fields: [] }],
      ...{ dictionaries: [level], references: [] },
    }),
    '/v1/design/field/create': () => ({ version: 1 }),
  },
});
export const Defaults: StoryObj = {
  name: '默认值按类型选择或填写，换了类型不再带着',
  render: () => (
    <StoryFrame server={choosing}>
      <FieldsPanel />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    const before = choosing.callsTo('/v1/design/field/create').length;
    const made = () => choosing.callsTo('/v1/design/field/create').slice(before);
    await userEvent.click(await view.findByRole('button', { name: '新增字段' }));
    const dialog = within(await openedDialog('新增字段：图书'));
    const choose = async (label: string, value: string) => {
      const box = dialog.getByRole('combobox', { name: label });
      await userEvent.click(box);
      const list = within(
        document.getElementById(box.getAttribute('aria-controls') ?? '')?.closest('.ant-select-dropdown') ??
          document.body,
      );
      await userEvent.click(await list.findByText(value));
    };
    await userEvent.type(dialog.getByRole('textbox', { name: '名称' }), '是否重点');
    await userEvent.type(dialog.getByRole('textbox', { name: '默认值' }), '重点');
    await choose('字段类型', '是否');
    await expect(dialog.getByText('没有默认值')).toBeInTheDocument();
    await choose('默认值', '是');
    await choose('字段类型', '选项');
    await choose('字典', '等级');
    await choose('默认值', '高');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(made()).toHaveLength(1));
    await expect(made()[0]?.body).toMatchObject({
      field: { type: 'enum', dictionary: 'level', defaultValue: "'high'" },
    });
  },
};
