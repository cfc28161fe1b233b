// `npm run new:page -- list book --title 图书 --menu libraryMenu --group-title 图书管理 --role librarian`
import { parseArgs } from 'node:util';
import { type Fault, faultMessage } from '../engine/model/faults/index.ts';
import { loadDocuments } from '../engine/model/load/index.ts';
import { readDocumentFiles, readPlatformFiles } from './lib/document-files.ts';
import { root } from './lib/run.mjs';
import { schemasFolder } from './lib/schemas-folder.ts';
import { run, WordError } from './new/field-words.ts';
import { camel, draftPage } from './new/page-draft.ts';
import { placePage } from './new/place-page.ts';
import { writeDocuments } from './new/write-documents.ts';

const kinds = ['list', 'panorama', 'form'] as const;
const usage = `用法：npm run new:page -- <${kinds.join('|')}> <实体> [--name 名称] [--path 路径] [--title 标题] [--opens 页面] [--menu 菜单分组 [--group-title 新分组的标题]] [--role 角色]… [--schemas 文档目录]
例如：npm run new:page -- list book --menu libraryMenu --group-title 图书管理 --role librarian`;

run(usage, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      path: { type: 'string' },
      title: { type: 'string' },
      opens: { type: 'string' },
      menu: { type: 'string' },
      'group-title': { type: 'string' },
      role: { type: 'string', multiple: true },
      schemas: { type: 'string' },
    },
  });
  const [kindWord, entityName, ...rest] = positionals;
  const kind = kinds.find((known) => known === kindWord);
  if (kind === undefined || entityName === undefined)
    throw new WordError(`写明页面种类（${kinds.join('、')}）与实体，写的是“${positionals.join(' ')}”`);
  if (rest.length > 0) throw new WordError(`多出的词：${rest.join(' ')}；含空格的标题加引号`);
  const folder = schemasFolder(values.schemas);
  const files = readDocumentFiles(folder);
  const { documents, faults } = loadDocuments(files, { base: readPlatformFiles() });
  const entity = documents.entities.get(entityName);
  if (entity === undefined)
    throw new WordError(`没有实体 ${entityName}，现有：${[...documents.entities.keys()].join('、')}${told(faults)}`);
  const suffix = { list: 'List', panorama: 'Panorama', form: 'Form' }[kind];
  const name = values.name ?? `${camel(entityName)}${suffix}`;
  const page = draftPage(
    {
      kind,
      entity,
      name,
      path: values.path ?? `/${camel(entityName)}/${name}`,
      title: values.title ?? `${entity.title}${{ list: '列表', panorama: '全景', form: '新增' }[kind]}`,
      ...(values.opens === undefined ? {} : { opens: values.opens }),
    },
    documents,
  );
  const area = (page.path.split('/')[1] ?? 'pages').toLowerCase();
  const placed = placePage(page, documents, files, {
    hidden: kind === 'panorama',
    roles: values.role ?? [],
    ...(values.menu === undefined ? {} : { group: values.menu }),
    ...(values['group-title'] === undefined ? {} : { groupTitle: values['group-title'] }),
  });
  const written = writeDocuments(root, folder, files, [
    { file: `pages/${area}/${name}.json`, grammar: 'page', json: page },
    ...placed.documents,
  ]);
  return [...written.map((file) => `已写入 ${file}`), ...placed.notes];
});

/** An entity may be missing because its document is wrong: what is wrong with entities, a line each. */
function told(faults: readonly Fault[]): string {
  return faults
    .filter((fault) => fault.file?.startsWith('entities/'))
    .map((fault) => `\n${fault.file}#${fault.pointer} ${faultMessage(fault)}`)
    .join('');
}
