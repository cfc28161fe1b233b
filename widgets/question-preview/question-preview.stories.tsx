import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { inSight, SampleServer, StoryFrame } from '../../engine/fixtures/index.ts';
import { QuestionPreview } from './question-preview.tsx';

const meta: Meta = { title: 'widgets/试题的学员所见', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const option = (id: string, content: string) => ({ id, content });
const composite = { id: 'm', version: 1, kind: 'composite', score: 6, stem: '<p>阅读下面的材料</p>', gapCount: 0 };
const subs = [
  {
    ...{ id: 's1', version: 1, kind: 'single', score: 2, subNo: 1, stem: '<p>作者的态度是</p>', gapCount: 0 },
    options: [option('a', '<p>赞成</p>'), option('b', '<p>反对</p>')],
  },
  { id: 's2', version: 1, kind: 'blank', score: 4, subNo: 2, stem: '<p>____与____</p>', gapCount: 2, options: [] },
];
const server = new SampleServer({
  answers: {
    '/v1/question/view': () => composite,
    '/v1/question/query': () => ({ list: subs, total: 2 }),
  },
});

export const Composite: Story = {
  name: '材料题与小题',
  render: () => (
    <StoryFrame server={server}>
      <QuestionPreview props={{}} slot="tab" page="questionDetail" title="学员所见" record={{ id: 'm', version: 1 }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await inSight(await canvas.findByText('阅读下面的材料'));
    const against = await canvas.findByRole('radio', { name: /B\. 反对/ });
    await userEvent.click(against);
    await expect(against).toBeChecked();
    await expect(canvas.getAllByRole('textbox')).toHaveLength(2);
  },
};
