import { useContext } from 'react';
import { declaredOperations, permissionsOf } from '../../model/access/index.ts';
import type { PageBundle } from '../../model/documents/index.ts';
import type { RefusalDetail } from '../../model/wire/index.ts';
import { useText } from '../host/engine-context.tsx';
import { PageRuntimeContext } from '../host/page-runtime.ts';

/** Says which page or permission a refusal was about, in words to ask an administrator with; empty where that is unknown. */
export function useNeeded(): (detail: RefusalDetail, page: string | undefined) => string {
  const t = useText();
  const bundle = useContext(PageRuntimeContext)?.bundle;
  return ({ code, expected }, page) => {
    if (code === 'E_NO_PAGE' && page !== undefined) return t('engine.fault.neededPage', { name: page });
    if (code !== 'E_NO_PERMISSION' || expected === undefined) return '';
    const title = bundle === undefined ? undefined : permissionTitle(expected, bundle);
    return t('engine.fault.neededPermission', { title: title ?? expected, key: expected });
  };
}

/** `customer:edit` → 客户 · 编辑, as the documents of the page call them. */
function permissionTitle(key: string, bundle: PageBundle): string | undefined {
  const entities = new Map(bundle.entities.map((entity) => [entity.name, entity]));
  const datasets = new Map(bundle.datasets.map((dataset) => [dataset.name, dataset]));
  const operation = declaredOperations({ entities, datasets }).find((known) => permissionsOf(known).includes(key));
  if (operation === undefined) return undefined;
  const entity = entities.get(key.split(':', 1)[0] ?? '');
  return entity === undefined ? operation.title : `${entity.title} · ${operation.title}`;
}
