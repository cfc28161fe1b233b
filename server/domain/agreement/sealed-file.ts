import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { picturesOf } from '../../../engine/model/fields/index.ts';
import { saveFile } from '../../files/file-rows.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { refuseAgreement } from './errors.ts';
import { escaped } from './fill.ts';

const maxBytes = 20_000_000;
const [bodyFrom, bodyTo] = ['<main>', '</main>'];

/** Text that is sealed: a page that stands by itself, its pictures within it. */
export type SealedText = {
  readonly agreementNo: string;
  readonly title: string;
  readonly orderNo: string;
  readonly body: string;
};

/** Writes the text of an agreement down as its file, once and for all, and answers what its row says of it. */
export async function sealText(id: string, text: SealedText, context: RuleContext): Promise<Values> {
  const page = pageOf({ ...text, body: await withPictures(text.body, context) });
  const stored = await context.services.files.write(Readable.from([Buffer.from(page)]), maxBytes);
  const name = `${text.title}${text.agreementNo}.html`;
  const meta = { name, mime: 'text/html', kind: 'doc', entity: 'agreement', id, private: true } as const;
  return { file: await saveFile(meta, stored, context), contentHash: stored.sha256 };
}

/** The bytes of a sealed file; refused where they are not what was sealed. */
export async function sealedBytes(agreement: StoredRecord, context: RuleContext): Promise<Buffer> {
  const file = await context.records.findOne('file_object', { id: agreement.file });
  if (file === undefined) throw refuseAgreement('E_AGREEMENT_NO_FILE');
  const bytes = await buffer(await context.services.files.read(String(file.storageKey)));
  if (digestOf(bytes) !== agreement.contentHash) throw refuseAgreement('E_AGREEMENT_BROKEN');
  return bytes;
}

/** The text of a sealed page, as it was filled in. */
export function bodyOf(bytes: Buffer): string {
  const page = bytes.toString('utf8');
  return page.slice(page.indexOf(bodyFrom) + bodyFrom.length, page.lastIndexOf(bodyTo));
}

/** The digest by which a file is known. */
export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function pageOf({ agreementNo, title, orderNo, body }: SealedText): string {
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8" /><title>${escaped(title)} ${escaped(agreementNo)}</title>
<style>body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.8 sans-serif}table{border-collapse:collapse}td,th{border:1px solid #999;padding:4px 8px}img{max-width:100%}</style></head>
<body><h1>${escaped(title)}</h1><p>协议编号 ${escaped(agreementNo)}　订单号 ${escaped(orderNo)}</p>
${bodyFrom}${body}${bodyTo}
</body></html>
`;
}

const formula = /<span[^>]*data-latex="([^"]*)"[^>]*><\/span>/g;
const picture = /<img[^>]*data-file="([^"]*)"[^>]*>/g;

/** A text whose pictures lie within it, and whose formulas stand as they are written: nothing of it can change later. */
async function withPictures(body: string, { records, services }: RuleContext): Promise<string> {
  const within = new Map<string, string>();
  for (const id of picturesOf(body)) {
    const file = await records.findOne('file_object', { id });
    if (file === undefined) continue;
    const bytes = await buffer(await services.files.read(String(file.storageKey)));
    within.set(id, `data:${String(file.mime)};base64,${bytes.toString('base64')}`);
  }
  return body
    .replaceAll(formula, (_, latex: string) => `<code>${latex}</code>`)
    .replaceAll(picture, (_, id: string) => (within.has(id) ? `<img src="${within.get(id)}" alt="" />` : ''));
}
