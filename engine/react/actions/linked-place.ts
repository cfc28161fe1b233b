import type { Scope } from '../../model/expression/index.ts';
import type { ActionView } from '../../model/view/index.ts';
import type { PagePlace } from '../host/engine-context.tsx';

/** Where a button leads: its page, with the record it stands on, and with what a form there starts with. */
export function linkedPlace(link: string, { valuesFor }: Pick<ActionView, 'valuesFor'>, scope: Scope): PagePlace {
  const id = scope.record?.id;
  const given = Object.entries(valuesFor(scope)).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  );
  return { page: link, params: { ...Object.fromEntries(given), ...(typeof id === 'string' ? { id } : {}) } };
}
