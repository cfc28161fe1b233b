import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  type SampleAnswer,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  sampleId,
  setOnline,
} from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/状态', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const patience = { timeout: 15_000 };
const book = { id: sampleId('book', 0) };
const offline = /网络已断开/;

const refusing =
  (code: 'E_SERVER' | 'E_NO_PERMISSION' | 'E_NO_PAGE', expected?: string): SampleAnswer =>
  () => {
    throw new SampleRefusal(code, expected === undefined ? {} : { expected });
  };

/** Answers that go wrong while they stand here. */
const answers: Record<string, SampleAnswer> = {};
const shaky = new SampleServer({ answers });

export const KeepsWhatIsShown: Story = {
  name: '断网与失败时保留内容',
  render: () => (
    <>
      <StoryFrame server={shaky}>
        <SchemaPage name="bookcard" params={book} />
      </StoryFrame>
      <StoryFrame server={shaky}>
        <SchemaPage name="desk" params={{}} />
      </StoryFrame>
    </>
  ),
  parameters: { a11y: { test: 'off' } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const paths = ['/v1/book/view', '/v1/report/loans/query'];
    try {
      await page.findByRole('heading', { level: 1, name: /海国图志/ }, patience);
      await page.findAllByRole('img', { name: /^每日借还/ }, patience);
      setOnline(false);
      await waitFor(() => expect(page.getAllByText(offline)).toHaveLength(2));
      for (const path of paths) answers[path] = refusing('E_SERVER');
      setOnline(true);
      await waitFor(() => expect(page.queryAllByText(offline)).toHaveLength(0));
      // What could not be asked for again is said; what was there stays.
      await waitFor(() => expect(page.getAllByText(/req-7f3a91/).length).toBeGreaterThanOrEqual(2), patience);
      await inSight(page.getByRole('heading', { level: 1, name: /海国图志/ }));
      await inSight(page.getByRole('img', { name: /^每日借还/ }));
      for (const path of paths) delete answers[path];
      for (const retry of page.getAllByRole('button', { name: /重\s?试/ })) await userEvent.click(retry);
      await waitFor(() => expect(page.queryByText(/req-7f3a91/)).toBeNull(), patience);
    } finally {
      for (const path of paths) delete answers[path];
      Reflect.deleteProperty(navigator, 'onLine');
    }
  },
};

const strict = new SampleServer({
  answers: { '/v1/loan/query': refusing('E_NO_PERMISSION', 'loan:query') },
});
const closed = new SampleServer({ answers: { '/v1/sys/page/view': refusing('E_NO_PAGE') } });

export const Denied: Story = {
  name: '没有权限',
  render: () => (
    <>
      <StoryFrame server={strict}>
        <SchemaPage name="bookcard" params={{ ...book, tab: 'loans' }} />
      </StoryFrame>
      <StoryFrame server={closed}>
        <SchemaPage name="desk" params={{}} />
      </StoryFrame>
    </>
  ),
  parameters: { a11y: { test: 'off' } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText(/需要“借阅 · 查询”的权限（loan:query）/, {}, patience));
    await inSight(await page.findByText(/需要页面“desk”的权限/, {}, patience));
  },
};

const quiet = new SampleServer();

export const Composing: Story = {
  name: '输入法组词时按键只归输入法',
  render: () => (
    <StoryFrame server={quiet}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const field = await page.findByPlaceholderText(/馆藏号/, {}, patience);
    await waitFor(() => expect(canvasElement.querySelector('[data-row-key]')).not.toBeNull(), patience);
    const row = canvasElement.querySelector<HTMLElement>('[data-row-key]');
    const seen: string[] = [];
    const listen = (event: KeyboardEvent) => seen.push(event.key);
    document.addEventListener('keydown', listen);
    const before = { calls: quiet.calls.length, dialogs: document.querySelectorAll('[role="dialog"]').length };
    const keys = [
      'Enter',
      'Escape',
      'ArrowDown',
      'ArrowUp',
      ' ',
      '/',
      '?',
      'j',
      'k',
      'n',
      'e',
      'F2',
      'Delete',
      'Tab',
      'a',
    ];
    for (const target of [field, row, document.body])
      for (const key of keys)
        for (const told of [{ isComposing: true }, { keyCode: 229 }])
          target?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ctrlKey: key === 'Enter', ...told }),
          );
    document.removeEventListener('keydown', listen);
    await expect(seen).toEqual([]);
    await expect(quiet.calls).toHaveLength(before.calls);
    await expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(before.dialogs);
    // The same keys outside a composition do what they do: the guard is not simply deaf.
    row?.focus();
    await userEvent.keyboard('?');
    await waitFor(() => expect(document.querySelectorAll('[role="dialog"]').length).toBeGreaterThan(before.dialogs));
  },
};
