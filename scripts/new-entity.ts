// `npm run new:entity -- book 图书 title:string:书名! price:money:定价 "status:enum(on_shelf=在架,lent=借出):状态" --move "lend=借出:on_shelf>lent"`
import { parseArgs } from 'node:util';
import { readDocumentFiles } from './lib/document-files.ts';
import { root } from './lib/run.mjs';
import { schemasFolder } from './lib/schemas-folder.ts';
import { draftEntity } from './new/entity-draft.ts';
import { run, WordError } from './new/field-words.ts';
import { writeDocuments } from './new/write-documents.ts';

const usage = `用法：npm run new:entity -- <名称> <标题> <键:类型:标题[!]>… [--move "键=名称:从|从>到"]… [--schemas 文档目录]
例如：npm run new:entity -- book 图书 title:string:书名! price:money:定价 "status:enum(on_shelf=在架,lent=借出):状态" --move "lend=借出:on_shelf>lent"`;

run(usage, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { move: { type: 'string', multiple: true }, schemas: { type: 'string' } },
  });
  const [name, title, ...fields] = positionals;
  if (name === undefined || title === undefined) throw new WordError('写明名称与标题');
  const folder = schemasFolder(values.schemas);
  const { entity, dictionaries } = draftEntity({ name, title, fields, transitions: values.move ?? [] });
  const written = writeDocuments(root, folder, readDocumentFiles(folder), [
    ...dictionaries.map((json) => ({ file: `dictionaries/${json.name}.json`, grammar: 'dictionary', json })),
    { file: `entities/${name}.json`, grammar: 'entity', json: entity },
  ]);
  return written.map((file) => `已写入 ${file}`);
});
