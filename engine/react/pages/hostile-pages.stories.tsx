import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  hostileTexts,
  libraryDictionaries,
  libraryEntities,
  libraryPages,
  libraryRows,
  loansDataset,
  openedDialog,
  purchaseRows,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
  seen,
  shownLiterally,
  takenForMarkup,
  visitRows,
  visitsDataset,
} from '../../fixtures/index.ts';
import type { EntityDocument } from '../../model/documents/index.ts';
import { fileTypeOf, isFileList } from '../../model/fields/index.ts';
import type { SavedView } from '../../model/wire/index.ts';
import { SchemaPage } from './schema-page.tsx';

const meta: Meta = { title: 'engine/恶意的文字', tags: ['!autodocs'], parameters: { a11y: { test: 'off' } } };
export default meta;
type Story = StoryObj;

/** How often every page is drawn, each time with other texts in its places. */
const isDeep = import.meta.env.VITE_TEST_DEPTH === 'deep';
const rounds = isDeep ? 10 : 1;
/** So many of what has names of its own in a round: each of the texts comes up once in all of them. */
const named = isDeep ? Math.ceil(hostileTexts.length / rounds) : 4;
const patience = { timeout: 15_000 };

/** Hands out hostile texts one after the other. */
class Texts {
  #next: number;

  constructor(round: number) {
    this.#next = Math.floor((round * hostileTexts.length) / rounds);
  }

  readonly next = (): string => hostileTexts[this.#next++ % hostileTexts.length] ?? '';
}

/** Names of what documents say to people. */
const words: ReadonlySet<string> = new Set([
  'title',
  'empty',
  'help',
  'placeholder',
  'confirm',
  'success',
  'disabledReason',
]);

/** A document whose words are hostile; the head of a panorama names fields where others have words. */
function withHostileWords<Node>(node: Node, texts: Texts): Node;
function withHostileWords(node: unknown, texts: Texts): unknown {
  if (Array.isArray(node)) return node.map((item: unknown) => withHostileWords(item, texts));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]: [string, unknown]) => [
      name,
      words.has(name) && typeof value === 'string' && !('subtitle' in node)
        ? texts.next()
        : withHostileWords(value, texts),
    ]),
  );
}

const typed: ReadonlySet<string> = new Set(['string', 'text', 'html', 'email', 'url', 'mobile', 'idcard']);

/** A row whose texts are hostile; of texts in JSON too, and of names of files. */
function hostileRow<Row extends Readonly<Record<string, unknown>>>(
  row: Row,
  entity: EntityDocument,
  texts: Texts,
): Row {
  const changed: Record<string, unknown> = {};
  for (const { key, type } of entity.fields) {
    if (typed.has(type)) changed[key] = texts.next();
    else if (type === 'json') changed[key] = [texts.next(), { [texts.next()]: texts.next() }];
    else if (fileTypeOf(type) !== undefined)
      changed[key] = isFileList(type) ? [crypto.randomUUID()] : crypto.randomUUID();
  }
  return { ...row, ...changed };
}

function hostileServer(round: number): SampleServer {
  const texts = new Texts(round);
  const stored = { ...libraryRows(), ...purchaseRows, visit: visitRows() };
  const rows = Object.fromEntries(
    Object.entries(stored).map(([name, list]) => {
      const entity = libraryEntities.find((known) => known.name === name);
      return [name, entity === undefined ? list : list.map((row) => hostileRow(row, entity, texts))];
    }),
  );
  const bundle = {
    entities: withHostileWords(libraryEntities, texts),
    dictionaries: withHostileWords(libraryDictionaries, texts),
    datasets: withHostileWords([loansDataset, visitsDataset], texts),
    faults: [],
    hash: 'hostile',
  };
  const pages = withHostileWords(libraryPages, texts);
  return new SampleServer({
    rows,
    views: { books: Array.from({ length: named }, (_, place) => hostileView(place, texts)) },
    answers: {
      ...hostileWork(texts),
      '/v1/sys/page/view': ({ name }) => ({ ...bundle, page: pages.find((page) => page.name === name) }),
      '/v1/book/give/back': () => {
        throw new SampleRefusal('E_GUARD', { expected: refusal });
      },
    },
  });
}

/** A saved view that somebody gave a hostile name. */
function hostileView(place: number, texts: Texts): SavedView {
  return {
    id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    version: 1,
    name: texts.next(),
    share: place % 2 === 0 ? 'private' : 'department',
    state: {},
    layout: null,
    lastUsedAt: null,
    isMine: place === 0,
    author: texts.next(),
    departmentName: texts.next(),
  };
}

/** Background work whose titles, reasons and rows are hostile. */
function hostileWork(texts: Texts): NonNullable<SampleServerOptions['answers']> {
  const ended = (status: string, more: Readonly<Record<string, unknown>> = {}) => ({
    ...{ id: crypto.randomUUID(), version: 1, kind: 'bulk', entity: 'book', done: 2, total: 2, status },
    ...{ errorCode: null, requestId: texts.next(), fileId: null, result: null, cancelAt: null },
    ...{ title: texts.next(), message: texts.next(), createdAt: now, finishedAt: now, ...more },
  });
  const others = Array.from({ length: named - 1 }, () => ended('failed', { kind: 'import' }));
  const work = [ended('done', { result: { done: 0, failed: 2 } }), ...others];
  const rows = [1, 2].map((place) => ({
    ...{ id: String(place), place, entityId: 'x', status: 'failed' },
    ...{ label: texts.next(), message: texts.next() },
  }));
  return {
    '/v1/background/job/query': (body) => ({
      list: JSON.stringify(body).includes('"op":"in"') ? [] : work,
      next: null,
    }),
    '/v1/bulk/row/query': () => ({ list: rows, next: null }),
    '/v1/file/preview': () => ({ address: 'data:,', name: texts.next(), mime: 'application/pdf', size: 9 }),
  };
}

const now = new Date().toISOString();

/** A page to look at, and how many hostile texts it must show at least. */
type Look = {
  readonly page: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly least: number;
  /** What else is opened before looking. */
  readonly open?: (page: HTMLElement) => Promise<void>;
};

async function openRowForm(page: HTMLElement): Promise<void> {
  const action = page.querySelector('.engine-row-actions button');
  if (action !== null) await userEvent.click(action);
  await openedDialog();
}

/** Gives back a book that the server does not take, for a reason it names. */
async function beRefused(page: HTMLElement): Promise<void> {
  const button = await waitFor(() => {
    const found = page.querySelector('.ant-btn-primary');
    if (found === null) throw new TypeError('no action to refuse');
    return found;
  }, patience);
  await userEvent.click(button);
  const buttons = within(await openedDialog()).getAllByRole('button');
  const ok = buttons.find((found) => found.classList.contains('ant-btn-primary'));
  if (ok !== undefined) await userEvent.click(ok);
  await seen(refusal);
}

/** Has every chart tell the figures at three places. */
async function pointAtCharts(page: HTMLElement): Promise<void> {
  const charts = await waitFor(() => {
    const found = [...page.querySelectorAll('.engine-chart svg')];
    if (found.length === 0) throw new TypeError('no chart yet');
    return found;
  }, patience);
  for (const chart of charts) {
    const { left, top, width, height } = chart.getBoundingClientRect();
    for (const share of [0.3, 0.5, 0.7]) {
      const at = { clientX: left + width * share, clientY: top + height * share, bubbles: true };
      chart.parentElement?.dispatchEvent(new MouseEvent('mousemove', at));
    }
  }
}

/** Opens the names of the saved views. */
async function openViews(page: HTMLElement): Promise<void> {
  await userEvent.click(await within(page).findByRole('button', { name: /^视图：/ }));
  await screen.findByRole('group', { name: '当前视图' });
}

/** Opens what runs in the background, and the rows that failed. */
async function openTasks(page: HTMLElement): Promise<void> {
  await userEvent.click(await within(page).findByRole('button', { name: /^后台任务/ }));
  const drawer = await openedDialog();
  const before = await waitFor(() => {
    const count = shownLiterally(drawer);
    expect(count).toBeGreaterThan(3);
    return count;
  }, patience);
  await userEvent.click(within(drawer).getByRole('button', { name: '2 条没有成功，查看原因' }));
  await waitFor(() => expect(shownLiterally(drawer)).toBeGreaterThanOrEqual(before + 4), patience);
}

/** Chooses a file of a hostile name with hostile columns for an import. */
async function openImport(page: HTMLElement): Promise<void> {
  await userEvent.click(await within(page).findByRole('button', { name: '导入' }));
  const drawer = await openedDialog();
  const input = await waitFor(() => {
    const found = drawer.querySelector('input[type="file"]');
    if (!(found instanceof HTMLInputElement)) throw new TypeError('no place to drop a file');
    return found;
  }, patience);
  const [head = '', cell = ''] = hostileTexts.slice(30, 32);
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const table = `${quoted(head)},${quoted(cell)}\n${quoted(cell)},${quoted(head)}`;
  await userEvent.upload(input, new File([table], `${cell}.csv`, { type: 'text/csv' }));
  await waitFor(() => expect(shownLiterally(drawer, [head])).toBe(1), patience);
}

function openTab(place: number) {
  return async (page: HTMLElement): Promise<void> => {
    const tab = (await within(page).findAllByRole('tab')).at(place) ?? page;
    await userEvent.click(tab);
    await waitFor(() => expect(tab).toHaveAttribute('aria-selected', 'true'));
  };
}

/** Why a book is not taken back. */
const refusal = hostileTexts[5] ?? '';

const book = { id: sampleId('book', 0) };

const lists: readonly Look[] = [
  { page: 'books', least: 20 },
  { page: 'booksBoard', params: { display: 'board' }, least: 20 },
  { page: 'booksBoard', params: { display: 'checks' }, least: 10 },
  { page: 'placeTree', least: 3 },
  { page: 'loanList', params: { display: 'calendar' }, least: 3 },
];

const records: readonly Look[] = [
  { page: 'bookcard', params: book, least: 20 },
  { page: 'bookcard', params: book, least: 20, open: openTab(1) },
  { page: 'bookcard', params: book, least: 20, open: openTab(2) },
  { page: 'bookcard', params: { id: sampleId('book', 1) }, least: 20, open: beRefused },
  { page: 'purchasecard', params: { id: sampleId('purchase', 0) }, least: 10 },
  { page: 'purchaseadd', least: 10 },
  { page: 'books', least: 20, open: openRowForm },
];

const above: readonly Look[] = [
  { page: 'books', least: 20, open: openViews },
  { page: 'books', least: 20, open: openTasks },
  { page: 'books', least: 20, open: openImport },
];

const boards: readonly Look[] = [
  { page: 'desk', least: 8 },
  { page: 'visitboard', least: 15, open: pointAtCharts },
];

function Looking({ looks }: { readonly looks: readonly (Look & { readonly round: number })[] }) {
  const [index, setIndex] = useState(0);
  const look = looks[index];
  return (
    <>
      <button type="button" onClick={() => setIndex((now) => now + 1)}>
        下一页
      </button>
      {look === undefined ? null : <Drawn key={index} look={look} />}
    </>
  );
}

function Drawn({ look }: { readonly look: Look & { readonly round: number } }) {
  const [server] = useState(() => hostileServer(look.round));
  return (
    <div data-testid={`look-${look.page}`}>
      <StoryFrame server={server} hasTasks>
        <SchemaPage name={look.page} params={look.params ?? {}} />
      </StoryFrame>
    </div>
  );
}

function hostileStory(looks: readonly Look[]): Story {
  const all = Array.from({ length: rounds }, (_, round) => looks.map((look) => ({ ...look, round }))).flat();
  return {
    render: () => <Looking looks={all} />,
    play: async ({ canvasElement }) => {
      const canvas = within(canvasElement);
      for (const look of all) {
        const label = `${look.page} ${JSON.stringify(look.params ?? {})} round ${look.round}`;
        const place = await canvas.findByTestId(`look-${look.page}`);
        await waitFor(
          () => expect(place.querySelector('[aria-busy="true"], .ant-skeleton'), label).toBeNull(),
          patience,
        );
        await waitFor(() => expect(place.querySelector('h1'), label).not.toBeNull(), patience);
        await look.open?.(place);
        await waitFor(
          () => expect(shownLiterally(document.body), `texts ${label}`).toBeGreaterThanOrEqual(look.least),
          patience,
        );
        // The page, and what lies above it: dialogs, menus, messages.
        for (const layer of document.querySelectorAll<HTMLElement>('body > div:not([class^="sb-"])'))
          await expect(takenForMarkup(layer), label).toEqual([]);
        await userEvent.click(canvas.getByText('下一页'), { pointerEventsCheck: 0 });
      }
    },
  };
}

export const Lists: Story = { name: '列表', ...hostileStory(lists) };
export const Records: Story = { name: '全景、详情与表单', ...hostileStory(records) };
export const Above: Story = { name: '视图、后台任务与导入', ...hostileStory(above) };
export const Boards: Story = { name: '看板', ...hostileStory(boards) };
