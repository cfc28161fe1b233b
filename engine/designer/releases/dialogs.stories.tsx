import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  libraryPages,
  loadLibrary,
  openedDialog,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  sampleBundle,
} from '../../fixtures/index.ts';
import { inSight } from '../../fixtures/story-steps.testing.ts';
import { changesInWords } from '../../model/design/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { people, peopleAnswer } from '../preview/people.testing.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { ProblemList } from '../problems/problem-list.tsx';
import { PublishDialog } from '../publish/publish-dialog.tsx';
import { ReleaseDrawer } from './release-drawer.tsx';

const meta: Meta = { title: 'engine/设计器/发布', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const { documents } = loadLibrary();
const shipped: JsonObject = { ...documents.pages.get('books') };
const columns = Array.isArray(shipped.columns) ? shipped.columns : [];
const drafted: JsonObject = {
  ...shipped,
  title: '图书总目',
  columns: columns
    .slice(1)
    .map((column: unknown, index) => (isJsonObject(column) && index === 0 ? { ...column, width: 260 } : column)),
};
const changes = changesInWords(shipped, drafted, documents);
const target = { page: 'books', level: 'org' } as const;
const releases = [
  {
    release: 3,
    author: '林晓岚',
    time: '2026-03-02T01:00:00Z',
    note: '试用一周后改回',
    kind: 'rollback',
    from: 1,
    changes: 2,
  },
  {
    release: 2,
    author: '陈一鸣',
    time: '2026-02-20T06:30:00Z',
    note: '按馆员的意见调整列',
    kind: 'publish',
    changes: 5,
  },
  { release: 1, author: '林晓岚', time: '2026-02-01T02:00:00Z', note: '列宽', kind: 'publish', changes: 2 },
];

function serverOf() {
  return new SampleServer({
    answers: {
      '/v1/design/page/release/query': () => ({ list: releases, total: releases.length }),
      '/v1/design/page/compare': () => ({ from: shipped, to: drafted }),
      '/v1/design/page/rollback': () => ({ release: 4 }),
      '/v1/design/page/publish': ({ note }) => {
        if (note === '冲突') throw new SampleRefusal('E_VERSION');
        return { release: 4 };
      },
      '/v1/design/page/preview': ({ page }) =>
        sampleBundle(String(page), new Map(libraryPages.map((one) => [one.name, one])), {}),
      '/v1/sys/user/query': peopleAnswer,
    },
  });
}

const published = serverOf();
const done = { release: 0 };
export const Publishing: Story = {
  name: '发布：改动用文字列出，写明说明，拒绝时说明原因',
  render: () => (
    <StoryFrame server={published}>
      <PublishDialog
        target={target}
        version={7}
        changes={changes}
        faults={[]}
        onPublished={(release) => {
          done.release = release;
        }}
        onClose={() => undefined}
      />
    </StoryFrame>
  ),
  play: async ({ step }) => {
    const dialog = within(await openedDialog());
    await step('every change is told', async () => {
      await inSight(dialog.getByText(/页面改名为「图书总目」/));
      await expect(dialog.getAllByRole('listitem').length).toBe(changes.length);
      await expect(dialog.getByRole('button', { name: '发布' })).toBeDisabled();
    });
    await step('what the server refuses is told, and nothing typed is lost', async () => {
      await userEvent.type(dialog.getByRole('textbox', { name: '说明' }), '冲突');
      await userEvent.click(dialog.getByRole('button', { name: '发布' }));
      await inSight(await dialog.findByRole('alert'));
      await userEvent.type(dialog.getByRole('textbox', { name: '说明' }), '已核对');
      await userEvent.click(dialog.getByRole('button', { name: '发布' }));
      await waitFor(() => expect(done.release).toBe(4));
      await expect(published.callsTo('/v1/design/page/publish').at(-1)?.body).toEqual({
        ...target,
        version: 7,
        note: '冲突已核对',
      });
    });
  },
};

/** The dialog of this title: one lies over another, and in tests all titles have one id. */
async function dialogOf(title: string) {
  const dialog = (await screen.findByText(title)).closest<HTMLElement>('[role=dialog]');
  if (dialog === null) throw new Error(`no dialog “${title}”`);
  return within(dialog);
}

const kept = serverOf();
const back = { release: 0 };
export const Releases: Story = {
  name: '发布记录：任两次比较（文字、页面、源码），写明原因回到某次',
  render: () => (
    <StoryFrame server={kept}>
      <ReleaseDrawer
        target={target}
        titles={documents}
        onClose={() => undefined}
        onRolledBack={(release) => {
          back.release = release;
        }}
      />
    </StoryFrame>
  ),
  play: async ({ step }) => {
    const drawer = within(await openedDialog());
    await step('two are compared, in words and as source', async () => {
      await userEvent.click(await drawer.findByRole('checkbox', { name: '选中第 1 次发布' }));
      await userEvent.click(drawer.getByRole('checkbox', { name: '选中第 2 次发布' }));
      await userEvent.click(drawer.getByRole('button', { name: '比较选中的两次' }));
      const compared = await dialogOf('比较：第 1 次发布 → 第 2 次发布');
      await inSight(await compared.findByText(/页面改名为「图书总目」/));
      await userEvent.click(compared.getByRole('tab', { name: '源码' }));
      await expect(await compared.findByRole('region', { name: '源码对比' })).toHaveTextContent('"title": "图书总目"');
      await userEvent.click(compared.getByRole('button', { name: /Close|关闭/ }));
    });
    await step('what is in force is compared with the page as it was shipped', async () => {
      await userEvent.click(drawer.getByRole('button', { name: '与随产品发布的比较' }));
      const compared = await dialogOf('比较：随产品发布的 → 已发布的');
      await inSight(await compared.findByText(/页面改名为「图书总目」/));
      await expect(kept.callsTo('/v1/design/page/compare').at(-1)?.body).toMatchObject({
        from: 'shipped',
        to: 'published',
      });
      await userEvent.click(compared.getByRole('button', { name: /Close|关闭/ }));
    });
    await step('one goes back with a reason', async () => {
      await userEvent.click(drawer.getAllByRole('button', { name: '回到这次' }).at(-1) ?? document.body);
      const dialog = await dialogOf('回到第 1 次发布');
      await userEvent.type(dialog.getByRole('textbox', { name: '原因' }), '列太宽');
      await userEvent.click(dialog.getByRole('button', { name: '回到这次' }));
      await waitFor(() => expect(back.release).toBe(4));
      await expect(kept.callsTo('/v1/design/page/rollback')[0]?.body).toEqual({
        ...target,
        release: 1,
        note: '列太宽',
      });
    });
  },
};

const seen = serverOf();
export const Preview: Story = {
  name: '预览：三种屏幕、深浅两色，预演不写入',
  // What is drawn in the frame is looked at in the stories of each page.
  parameters: { a11y: { options: { iframes: false } } },
  render: () => (
    <StoryFrame server={seen}>
      <PreviewPane
        target={target}
        document={shipped}
        roles={[{ code: 'clerk', title: '馆员' }]}
        onClose={() => undefined}
      />
    </StoryFrame>
  ),
  play: async ({ step }) => {
    const dialog = within(await openedDialog());
    const frame = await dialog.findByTitle<HTMLIFrameElement>('页面预览');
    const inner = () => within(frame.contentDocument?.body ?? document.body);
    await step('the page is drawn as on each screen', async () => {
      await waitFor(() => expect(inner().getAllByRole('row').length).toBeGreaterThan(1));
      await userEvent.click(dialog.getByText('手机 360'));
      await waitFor(() => expect(frame.contentWindow?.innerWidth).toBeLessThanOrEqual(360));
      await waitFor(() => expect(inner().queryAllByRole('columnheader')).toEqual([]));
    });
    await step('in the dark, and only there', async () => {
      const outside = document.documentElement.dataset.theme;
      await userEvent.click(dialog.getByText('深色'));
      await waitFor(() => expect(frame.contentDocument?.documentElement.dataset.theme).toBe('dark'));
      await expect(document.documentElement.dataset.theme).toBe(outside);
    });
    await step('as a role, told that rows are one’s own', async () => {
      await userEvent.click(dialog.getByRole('combobox', { name: '以谁的身份' }));
      await userEvent.click(await screen.findByTitle('馆员'));
      await inSight(await dialog.findByText(/按“馆员”的权限/));
      await waitFor(() => expect(seen.callsTo('/v1/design/page/preview').at(-1)?.body.as).toBe('clerk'));
    });
    await step('as a person one looks for: the box stays while it is typed in', async () => {
      const box = dialog.getByRole('combobox', { name: '某个员工' });
      await userEvent.click(box);
      await userEvent.type(box, '林晓');
      await waitFor(() => expect(screen.queryByTitle('陈一鸣')).toBeNull());
      await expect(box).toHaveValue('林晓');
      await userEvent.click(await screen.findByTitle('林晓岚'));
      await waitFor(() => expect(seen.callsTo('/v1/design/page/preview').at(-1)?.body.person).toBe('p2'));
      await inSight(dialog.getByText(/按“林晓岚”的权限/));
    });
  },
};

const unseen = serverOf();
export const NobodyToLookAs: Story = {
  name: '预览：员工没有读到时说明并能重试；不能列出员工的没有这一项',
  parameters: Preview.parameters ?? {},
  beforeEach: () => {
    people.refusal = 'E_SERVER';
    return () => {
      delete people.refusal;
    };
  },
  render: () => (
    <StoryFrame server={unseen}>
      <PreviewPane
        target={target}
        document={shipped}
        roles={[{ code: 'clerk', title: '馆员' }]}
        onClose={() => undefined}
      />
    </StoryFrame>
  ),
  play: async () => {
    const dialog = within(await openedDialog());
    await userEvent.click(await dialog.findByRole('combobox', { name: '某个员工' }));
    const retry = await screen.findByRole('button', { name: '重试' });
    people.refusal = 'E_NO_PERMISSION';
    await userEvent.click(retry);
    await waitFor(() => expect(dialog.queryByRole('combobox', { name: '某个员工' })).toBeNull());
    await expect(dialog.getByRole('combobox', { name: '以谁的身份' })).toBeInTheDocument();
  },
};

const gone: string[] = [];
function Problems() {
  const [count] = useState(0);
  return (
    <div style={{ width: 320, padding: 16 }} data-count={count}>
      <ProblemList
        faults={[
          {
            code: 'E_SCHEMA_UNKNOWN_NAME',
            pointer: '/columns/0/field',
            expected: '图书的字段',
            got: 'titel',
            nearest: 'title',
          },
          { code: 'E_SCHEMA_SHAPE', pointer: '', expected: '属性 columns', got: '—' },
        ]}
        document={shipped}
        titles={documents}
        onGo={(at) => gone.push(at)}
      />
    </div>
  );
}

export const ProblemsTold: Story = {
  name: '问题：在哪里、错在哪里，点击前往',
  render: () => (
    <StoryFrame server={published}>
      <Problems />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await userEvent.click(view.getByRole('button', { name: /是否为“title”/ }));
    const [first] = columns;
    await expect(gone).toEqual([`columns/${isJsonObject(first) ? String(first.key) : ''}/field`]);
    await inSight(view.getByRole('button', { name: /整个页面/ }));
  },
};
