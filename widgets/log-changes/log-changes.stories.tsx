import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { inSight, openedDialog, SampleServer, StoryFrame } from '../../engine/fixtures/index.ts';
import type { HistoryEntry } from '../../engine/model/wire/index.ts';
import { LogChanges } from './log-changes.tsx';

const meta: Meta = { title: 'widgets/日志的变更', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const entry: HistoryEntry = {
  id: 'log',
  at: '2026-01-15T02:30:00Z',
  staff: { id: 'a', name: '周明' },
  action: 'modify',
  title: '编辑',
  entity: 'staff',
  entityId: '0198c1c2-0000-7000-8000-000000000001',
  changes: [
    {
      key: 'roleIds',
      title: '角色',
      type: 'refs',
      before: [],
      after: ['r'],
      beforeText: '',
      afterText: '业务员',
    },
    { key: 'passwordChangedAt', title: '最近改密时间', type: 'datetime', before: null, after: '2026-01-15T02:30:00Z' },
    { key: 'amount', title: '金额', type: 'money', before: 100, after: 259900 },
  ],
  rows: [],
};
const server = new SampleServer({ answers: { '/v1/web/operation/log/changes/view': () => entry } });

export const Shown: Story = {
  name: '逐个字段的前后值',
  render: () => (
    <StoryFrame server={server}>
      <LogChanges
        props={{}}
        slot="row"
        page="operationLog"
        title="变更"
        record={{ id: 'log', version: 1, value: '员工：编辑' }}
      />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '变更' }));
    const dialog = within(await openedDialog());
    await inSight(await dialog.findByRole('rowheader', { name: '角色' }));
    await inSight(dialog.getByText('业务员'));
    await inSight(dialog.getByText('周明'));
    await expect(dialog.getAllByText('（空）')).toHaveLength(2);
    await inSight(dialog.getByText(/2,599/));
  },
};
