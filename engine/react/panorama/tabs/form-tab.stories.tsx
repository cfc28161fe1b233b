import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  bookPanorama,
  inSight,
  libraryRows,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  sampleId,
} from '../../../fixtures/index.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/全景/表单标签页', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const repairing = '/v1/book/repair';
/** Answers of the call of a form, given when a story says so. */
const repairs: { readonly done: () => void; readonly refuse: () => void }[] = [];
const [shownBook] = libraryRows().book ?? [];
let author = '魏源';
const counter = new SampleServer({
  pages: [
    {
      ...bookPanorama,
      name: 'repairCounter',
      path: '/library/repairs/counter',
      title: '送修台',
      header: {
        ...bookPanorama.header,
        actions: [{ key: 'lose', title: '登记遗失', permission: 'book:repair', api: '/v1/book/lose' }],
      },
      tabs: [{ key: 'repair', title: '送修', kind: 'form', permission: 'book:repair', api: repairing, form: 'reason' }],
      forms: { reason: { title: '送修', sections: [{ key: 'base', fields: ['reason'] }] } },
    },
  ],
  answers: {
    '/v1/book/view': () => ({ ...shownBook, author }),
    // Something of the record is another one now, and its version is as it was.
    '/v1/book/lose': () => {
      author = '林则徐';
      return { id: shownBook?.id };
    },
    [repairing]: () =>
      new Promise((done, refuse) => {
        repairs.push({
          done: () => done({ id: shownBook?.id, version: 2 }),
          refuse: () => refuse(new SampleRefusal('E_BUSY')),
        });
      }),
  },
});
const repairStory = () => (
  <StoryFrame server={counter}>
    <SchemaPage name="repairCounter" params={{ id: sampleId('book', 0) }} />
  </StoryFrame>
);

export const FormTabReadAgain: Story = {
  name: '记录重新读取，写下的还在',
  render: repairStory,
  play: async ({ canvasElement }) => {
    author = '魏源';
    const page = within(canvasElement);
    await userEvent.type(await page.findByLabelText('原因'), '书脊');
    await userEvent.click(page.getByRole('button', { name: '登记遗失' }));
    await inSight(await page.findByText('林则徐'));
    await userEvent.type(page.getByLabelText('原因'), '开裂');
    await expect(page.getByLabelText('原因')).toHaveValue('书脊开裂');
  },
};

export const FormTabBeingSent: Story = {
  name: '提交的时候写不进字，被拒绝就接着写',
  render: repairStory,
  play: async ({ canvasElement }) => {
    repairs.length = 0;
    const page = within(canvasElement);
    const reason = await page.findByLabelText('原因');
    await userEvent.type(reason, '书脊');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(repairs).toHaveLength(1));
    // Nothing that would be typed now is in the call.
    await userEvent.keyboard('来不及');
    await expect(reason).not.toHaveFocus();
    await expect(reason).toHaveValue('书脊');
    repairs[0]?.refuse();
    await waitFor(() => expect(reason).toHaveFocus());
    await userEvent.keyboard('开裂');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(repairs).toHaveLength(2));
    await expect(counter.callsTo(repairing)[1]?.body).toMatchObject({ reason: '书脊开裂' });
    repairs[1]?.done();
    await waitFor(() => expect(page.getByLabelText('原因')).toHaveValue(''));
    await userEvent.type(page.getByLabelText('原因'), '封面');
    await expect(page.getByLabelText('原因')).toHaveValue('封面');
  },
};
