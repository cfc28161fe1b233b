import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { booksPage, inSight, libraryRows, openedDialog, SampleServer, StoryFrame, seen } from '../../fixtures/index.ts';
import { HtmlText } from '../fields/html-text.tsx';
import { SchemaPage } from '../pages/schema-page.tsx';
import { choose, openForm, type Place } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/富文本', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const create = '/v1/book/create';

function htmlStory() {
  const form = { title: '新增图书', sections: [{ key: 'base', fields: ['title', 'branchId', 'review', 'letter'] }] };
  const server = new SampleServer({ pages: [{ ...booksPage, forms: { ...booksPage.forms, create: form } }] });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

async function openBook(canvas: HTMLElement): Promise<Place> {
  const form = await openForm(canvas, '新增');
  await userEvent.type(await form.findByLabelText('书名'), '几何原本');
  await choose(form, '所在分馆', '总馆');
  return form;
}

const toolsOf = (form: Place, title: string) => within(form.getByRole('toolbar', { name: `${title}的格式` }));
const tool = (form: Place, name: string, title = '书评') =>
  userEvent.click(toolsOf(form, title).getByRole('button', { name }));

/** The dialog of a title that opens over the form. By its title alone: within tests, dialogs over one another share one name. */
async function openedOver(title: string): Promise<HTMLElement> {
  await seen(title);
  return openedDialog();
}

/** Types where the keyboard is, as the browser itself does. */
function insert(area: HTMLElement, text: string): void {
  area.focus();
  document.execCommand('insertText', false, text);
}

/** What is chosen in a text is told in a task of its own. */
const nextTask = () => new Promise((done) => setTimeout(done, 50));

function paste(area: HTMLElement, data: Readonly<Record<string, string>>, ...files: readonly File[]): void {
  const clipboardData = new DataTransfer();
  for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
  for (const file of files) clipboardData.items.add(file);
  area.focus();
  area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

const picture = () => new File(['picture'], '图.png', { type: 'image/png' });

const look = htmlStory();
export const AsItLooks: Story = {
  name: '加粗、公式、图片、表格，所见即所得；只用键盘也行；看得到源代码',
  render: look.render,
  play: async ({ canvasElement }) => {
    const form = await openBook(canvasElement);
    const area = await form.findByLabelText('书评');
    insert(area, '勾股定理');
    document.execCommand('selectAll');
    await nextTask();
    await tool(form, '加粗');
    await waitFor(() => expect(area.querySelector('strong')?.textContent).toBe('勾股定理'));
    document.getSelection()?.collapse(area.querySelector('strong')?.firstChild ?? area, 4);
    await nextTask();
    // To the tools and back by the keyboard alone.
    area.dispatchEvent(new KeyboardEvent('keydown', { key: 'F10', altKey: true, bubbles: true }));
    await waitFor(() =>
      expect(document.activeElement).toBe(toolsOf(form, '书评').getByRole('button', { name: '标题' })),
    );
    await userEvent.keyboard('{ArrowRight}');
    await expect(document.activeElement).toBe(toolsOf(form, '书评').getByRole('button', { name: '加粗' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(area));

    await tool(form, '插入公式');
    const dialog = within(await openedOver('插入公式'));
    await userEvent.click(dialog.getByRole('button', { name: '分数' }));
    await userEvent.type(dialog.getByLabelText('公式（LaTeX）'), ' + \\sqrt{{x}');
    await waitFor(() => expect(document.querySelector('.engine-html-preview .katex .sqrt')).not.toBeNull());
    await userEvent.type(dialog.getByLabelText('公式（LaTeX）'), '\\nosuch{{');
    await inSight(await dialog.findByText(/公式有误/));
    await expect(dialog.getByRole('button', { name: /确\s*定/ })).toBeDisabled();
    await userEvent.type(dialog.getByLabelText('公式（LaTeX）'), '{Backspace>8/}');
    await userEvent.click(dialog.getByRole('button', { name: /确\s*定/ }));
    await waitFor(() => expect(area.querySelector('[data-type=inline-math] .katex')).not.toBeNull());

    await tool(form, '插入图片');
    const chooser = within(await openedOver('插入图片'));
    const input = (await openedOver('插入图片')).querySelector<HTMLInputElement>('input[type=file]');
    if (input !== null) await userEvent.upload(input, picture());
    await userEvent.type(chooser.getByLabelText('替代文字'), '弦图');
    await userEvent.click(chooser.getByRole('button', { name: /确\s*定/ }));
    await waitFor(() => expect(area.querySelector('.engine-html-picture img')?.alt).toBe('弦图'));

    await tool(form, '表格');
    await userEvent.click(await within(document.body).findByText('插入表格'));
    await waitFor(() => expect(area.querySelectorAll('td')).toHaveLength(6));

    await tool(form, '源代码');
    const source = await form.findByLabelText('书评');
    await expect(source).toBeInstanceOf(HTMLTextAreaElement);
    await userEvent.click(form.getByRole('button', { name: '返回编辑' }));
    await waitFor(() => expect(toolsOf(form, '书评').getByRole('button', { name: '加粗' })).toBeVisible());
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('图书已入藏');
    const review = String(look.server.callsTo(create)[0]?.body.review);
    await expect(review).toMatch(/<strong>勾股定理<\/strong>/);
    await expect(review).toContain('<span data-latex="\\frac{a}{b} + \\sqrt{x}" data-type="inline-math"></span>');
    await expect(review).toMatch(/<img data-file="[\w-]{36}" alt="弦图">/);
    await expect(review).not.toMatch(/src=|style=|class=|data-upload/);
  },
};

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style>p{mso-style-name:x}</style>
<!--[if gte mso 9]><xml><o:OLEObject Type="Embed" ProgID="Word.DocumentMacroEnabled"/></xml><![endif]--></head><body>
<h2 style='mso-outline-level:2'>第一节<o:p></o:p></h2>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span><![endif]>甲<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:Wingdings;mso-list:Ignore'>§<span>&nbsp;</span></span><![endif]>乙</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.</span><![endif]>丙</p>
<table border=1><tr><td style='width:99pt'><p class=MsoNormal>格<b>一</b></p></td></tr></table>
<p class=MsoNormal onclick="window.__ran=1"><img src="file:///C:/Temp/image001.png" width=99><img src="https://evil.cn/x.png"><script>window.__ran=1</script>末</p>
</body></html>`;
const rtf = '{\\rtf1{\\*\\shppict{\\pict\\pngblip\\bliptag1 89504e47}}{\\nonshppict{\\pict\\wmetafile8 01}}}';

const words = htmlStory();
export const FromWord: Story = {
  name: '从 Word 粘贴：标题、列表、表格与图片留下，别处的图片说明',
  render: words.render,
  play: async ({ canvasElement }) => {
    const form = await openBook(canvasElement);
    const area = await form.findByLabelText('书评');
    paste(area, { 'text/html': word, 'text/rtf': rtf });
    await waitFor(() => expect(area.querySelector('h2')?.textContent).toBe('第一节'));
    await expect(
      [...area.querySelectorAll('ol > li > p, ol > li > ul > li > p')].map((line) => line.textContent),
    ).toEqual(['甲', '乙', '丙']);
    await expect(area.querySelector('td strong')?.textContent).toBe('一');
    await inSight(await form.findByText('1 张图片在别处，没有带过来，请另行插入'));
    await inSight(await form.findByText('1 张图片没有替代文字，读屏软件会略过'));
    await waitFor(() => expect(area.querySelector('.engine-html-picture img')).not.toBeNull());
    await userEvent.click(form.getByRole('button', { name: '逐张填写' }));
    const dialog = within(await openedOver('替代文字'));
    await userEvent.type(dialog.getByLabelText('替代文字'), '示意{Enter}');
    await waitFor(() => expect(area.querySelector('.engine-html-picture img')?.alt).toBe('示意'));
    // A picture by itself, as from a screenshot.
    paste(area, {}, picture());
    await inSight(await form.findByText('1 张图片没有替代文字，读屏软件会略过'));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('图书已入藏');
    const review = String(words.server.callsTo(create)[0]?.body.review);
    await expect(review.match(/data-file=/g)).toHaveLength(2);
    await expect(review).not.toMatch(/mso|evil|script|onclick|file:/i);
    await expect(Reflect.get(window, '__ran')).toBeUndefined();
  },
};

const limited = htmlStory();
export const Limited: Story = {
  name: '限定的格式与变量：别的格式粘不进来，不认识的变量指出在第几段',
  render: limited.render,
  play: async ({ canvasElement }) => {
    const form = await openBook(canvasElement);
    const area = await form.findByLabelText('荐书信');
    const tools = toolsOf(form, '荐书信');
    await expect(tools.queryByRole('button', { name: '斜体' })).toBeNull();
    await expect(tools.queryByRole('button', { name: '插入图片' })).toBeNull();
    paste(area, { 'text/html': '<h1>尊敬的</h1><p><i>斜</i><b>粗</b><img src="data:image/png;base64,iVBORw=="></p>' });
    await waitFor(() => expect(area.querySelector('strong')?.textContent).toBe('粗'));
    await expect(area.querySelector('h1, i, em, .engine-html-picture')).toBeNull();
    await tool(form, '插入变量', '荐书信');
    await userEvent.click(await within(document.body).findByText('读者 {reader}'));
    await waitFor(() => expect(area.querySelector('.engine-html-variable')?.getAttribute('data-title')).toBe('读者'));
    insert(area, '{raeder}');
    await waitFor(() => expect(area.querySelector('.engine-html-unknown')?.textContent).toBe('{raeder}'));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await inSight(await form.findByText('荐书信第 2 段没有变量“{raeder}”，可用：{reader} 读者、{book} 书名'));
    await expect(limited.server.callsTo(create)).toHaveLength(0);
  },
};

const formula = (latex: string, type = 'inline-math') => {
  const span = document.createElement('span');
  span.dataset.type = type;
  span.dataset.latex = latex;
  return span.outerHTML;
};
const hostile = [
  formula('\\href{javascript:window.__ran=1}{x}'),
  formula('\\includegraphics{https://evil.cn/x.png}'),
  formula('\\htmlStyle{position:fixed;inset:0}{x}\\htmlData{x=1}{y}'),
  formula('\\def\\a{\\a\\a}\\a'),
  formula('{'.repeat(1000)),
  formula('{'.repeat(10_000)),
  formula('\\rule{9999em}{9999em}', 'block-math'),
  '<img src="https://evil.cn/x.png"><svg onload="window.__ran=1"><script>window.__ran=1</script></svg>',
].join('');

const shown = new SampleServer({ rows: libraryRows() });
export const Shown: Story = {
  name: '显示：公式画出来，有敌意的内容什么也不做',
  render: () => (
    <StoryFrame server={shown}>
      <HtmlText
        html={`<p>当 ${formula('a < b')} 时，${formula('f: A[1]>2 --> 0')}</p>${formula('\\int_0^1 x\\,dx', 'block-math')}<p data-hostile>${hostile}末尾</p>`}
      />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await inSight(await canvas.findByText(/末尾/));
    await waitFor(() => expect(canvasElement.querySelectorAll('.katex').length).toBeGreaterThan(2));
    await expect(canvasElement.querySelectorAll('p:first-child .katex')).toHaveLength(2);
    await expect(canvasElement.querySelector('[data-type=block-math] .katex-display')).not.toBeNull();
    await expect(canvasElement.querySelector('a, img, svg[onload], script, iframe')).toBeNull();
    await expect(Reflect.get(window, '__ran')).toBeUndefined();
    const { width } = canvasElement.getBoundingClientRect();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(Math.ceil(width));
  },
};
