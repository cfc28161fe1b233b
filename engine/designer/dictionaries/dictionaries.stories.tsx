import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, SampleRefusal, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { DictionariesPanel } from './dictionaries-panel.tsx';
import type { DictionaryRow } from './dictionary-wire.ts';

const meta: Meta = { title: 'engine/设计器/字典', tags: ['!autodocs'] };
export default meta;

const levels: DictionaryRow = {
  ...{ name: 'reader_level', title: '读者等级', isOwn: false, isFixed: false, version: 0 },
  values: [
    { key: 'high', title: '高', tone: 'red' },
    { key: 'low', title: '低', tone: 'default' },
  ],
  usedBy: ['读者的等级'],
};
const states: DictionaryRow = {
  ...{ name: 'loan_state', title: '借阅状态', isOwn: false, isFixed: true, version: 0 },
  values: [
    { key: 'out', title: '在借', tone: 'blue' },
    { key: 'back', title: '已还', tone: 'default' },
  ],
  usedBy: [],
};

const isDown = { now: false };

/** A server whose dictionary somebody else has changed before the first save. */
function serverOf() {
  let own = levels;
  let tries = 0;
  return new SampleServer({
    answers: {
      '/v1/design/dictionary/query': () => {
        if (isDown.now) throw new SampleRefusal('E_SERVER');
        return { list: [own, states] };
      },
      '/v1/design/dictionary/save': ({ values }) => {
        tries += 1;
        if (tries === 1) {
          own = {
            ...own,
            version: 1,
            values: own.values.map((value) => (value.key === 'low' ? { ...value, tone: 'blue' } : value)),
          };
          throw new SampleRefusal('E_VERSION');
        }
        own = { ...own, version: own.version + 1, values: values as unknown as DictionaryRow['values'] };
        return null;
      },
    },
  });
}

const server = serverOf();
export const Values: StoryObj = {
  name: '字典：改名称与次序，增加、停用取值；有人同时改了就合在一起，读不到时也留着；由程序决定取值的不能增加、停用',
  render: () => (
    <StoryFrame server={server}>
      <DictionariesPanel />
    </StoryFrame>
  ),
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    const name = (key: string) => view.findByLabelText(`名称：${key}`);
    const saved = () => server.callsTo('/v1/design/dictionary/save').map(({ body }) => body);
    await step('renamed, moved, retired, and one more', async () => {
      await userEvent.clear(await name('high'));
      await expect(view.getByRole('button', { name: '保存' })).toBeDisabled();
      await userEvent.type(await name('high'), '重要');
      await userEvent.click(view.getByRole('button', { name: '下移：重要' }));
      await userEvent.click(view.getByRole('button', { name: '停用：低' }));
      await userEvent.click(view.getByRole('button', { name: '增加取值' }));
      await expect(view.getByRole('button', { name: '保存' })).toBeDisabled();
      await userEvent.type(await name('x_3'), '一般');
    });
    await step('what is refused stays as it was typed', async () => {
      isDown.now = true;
      await userEvent.click(view.getByRole('button', { name: '保存' }));
      await inSight(await view.findByRole('button', { name: '重试' }));
      await expect(await name('x_3')).toHaveValue('一般');
      isDown.now = false;
      await userEvent.click(view.getByRole('button', { name: '重试' }));
      await inSight(await view.findByText(/有人同时改了这个字典/));
      await expect(await name('x_3')).toHaveValue('一般');
      await expect(await name('high')).toHaveValue('重要');
      await waitFor(() => expect(view.getByRole('button', { name: /保存/ })).toBeEnabled());
      await userEvent.click(view.getByRole('button', { name: /保存/ }));
      await waitFor(() => expect(view.queryByRole('alert')).toBeNull());
      await expect(saved()[1]).toMatchObject({
        name: 'reader_level',
        version: 1,
        values: [
          { key: 'low', title: '低', tone: 'blue', disabled: true },
          { key: 'high', title: '重要', tone: 'red' },
          { key: 'x_3', title: '一般' },
        ],
      });
    });
    await step('what programs go by keeps its values', async () => {
      await userEvent.click(await view.findByRole('combobox', { name: '字典' }));
      await userEvent.click(await screen.findByText('借阅状态', { selector: '.ant-select-item-option-content' }));
      await inSight(await view.findByText(/取值由程序或流转决定/));
      await expect(view.queryByRole('button', { name: '增加取值' })).toBeNull();
      await expect(view.queryByRole('button', { name: '停用：在借' })).toBeNull();
      await expect(view.getByRole('button', { name: '下移：在借' })).toBeEnabled();
    });
  },
};
