// `npm run new:page -- list book --title 图书 --menu libraryMenu --role librarian`
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadDocuments } from '../engine/model/index.ts';
import { readDocumentFiles, readPlatformFiles } from './lib/document-files.ts';
import { root } from './lib/run.mjs';
import { run, WordError } from './new/field-words.ts';
import { camel, draftPage } from './new/page-draft.ts';
import { placePage } from './new/place-page.ts';
import { writeDocuments } from './new/write-documents.ts';

const kinds = ['list', 'panorama', 'form'] as const;
const usage = `用法：npm run new:page -- <${kinds.join('|')}> <实体> [--name 名称] [--path 路径] [--title 标题] [--opens 页面] [--menu 菜单分组] [--role 角色]…
例如：npm run new:page -- list book --menu libraryMenu --role librarian`;

run(usage, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      path: { type: 'string' },
      title: { type: 'string' },
      opens: { type: 'string' },
      menu: { type: 'string' },
      role: { type: 'string', multiple: true },
      schemas: { type: 'string' },
    },
  });
  const [kindWord, entityName] = positionals;
  const kind = kinds.find((known) => known === kindWord);
  if (kind === undefined || entityName === undefined) throw new WordError('写明页面种类与实体');
  const folder = path.resolve(values.schemas ?? process.env.SCHEMAS_DIR ?? path.join(root, 'schemas'));
  const files = readDocumentFiles(folder);
  const { documents } = loadDocuments(files, { base: readPlatformFiles() });
  const entity = documents.entities.get(entityName);
  if (entity === undefined)
    throw new WordError(`没有实体 ${entityName}，现有：${[...documents.entities.keys()].join('、')}`);
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
  return writeDocuments(root, folder, files, [
    { file: `pages/${area}/${name}.json`, grammar: 'page', json: page },
    ...placePage(page, documents, files, {
      hidden: kind === 'panorama',
      roles: values.role ?? [],
      ...(values.menu === undefined ? {} : { group: values.menu }),
    }),
  ]);
});
