import { useId, useMemo } from 'react';
import { apiBase } from '../../../model/naming/index.ts';
import type { FormView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest, Where } from '../../../model/wire/index.ts';
import type { ActionAnswer, ActionUse } from '../../calls/action-call.ts';
import { type PageRuntime, usePageRuntime } from '../../host/page-runtime.ts';
import { useArrange } from '../body/use-arrange.ts';
import { useDraft } from '../draft/use-draft.ts';
import { FormSession } from '../session/form-session.ts';
import { formMode } from '../session/values/form-mode.ts';
import { holdForm } from './hold-form.ts';
import { lookUpOn } from './look-up.ts';
import { changesMany, useFormRecord } from './use-form-record.ts';
import { useFormSubmit } from './use-form-submit.ts';
import { useLookupRows } from './use-lookup-rows.ts';

type OpenedFormOptions = {
  /** Names this opening: a form opened again starts anew. */
  readonly opening?: string;
  /** What texts of a new record start with. */
  readonly given?: Readonly<Record<string, string>>;
  /** What is answered is waited for: the form stands as it was sent until then. */
  readonly onDone: (answer: ActionAnswer, isLeaving: boolean) => Promise<void> | void;
  readonly onUnchanged: () => void;
};

/** An opened form of an action, wherever it is drawn: its record, its session, what is open, how it is submitted. */
export function useOpenedForm(use: ActionUse, { opening = '', given, onDone, onUnchanged }: OpenedFormOptions) {
  const id = useId();
  const page = usePageRuntime();
  // What was opened stays as it was, whatever becomes of the page below: what is typed belongs to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another opening starts anew
  const action = useMemo(() => use.action, [opening]);
  const view = useMemo(
    () => (action.form !== undefined && changesMany(use) ? forSeveral(action.form) : action.form),
    [action, use],
  );
  const mode = formMode(action);
  const loaded = useFormRecord(use, `${id}${opening}`);
  const { record } = loaded;
  const lookups = useLookupRows(view);
  // A session keeps what it began with: what arrives later is for the next one.
  const hasLookups = lookups !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another opening starts anew
  const session = useMemo(() => {
    if (view === undefined || lookups === undefined || (mode === 'modify' && record === undefined)) return undefined;
    const { target } = use;
    const fixed = action.valuesFor(page.scope(target.kind === 'record' ? target.record : undefined, {}));
    return new FormSession({
      view,
      mode,
      record,
      context: page.context,
      // What the action itself gives along is part of what the form knows, though nobody fills it in.
      scope: (values) => ({ ...page.scope(record, { ...fixed, ...values }), lookups }),
      lookUp: lookUpOn(page),
      allowed: (entity, ids, where) => allowedOf(page, entity, ids, where),
      ...(given === undefined ? {} : { given }),
      ...(use.begins === undefined ? {} : { begins: use.begins }),
    });
  }, [view, mode, record, opening, hasLookups]);
  const arrange = useArrange(id, view, session);
  const draft = useDraft(use, session, arrange.open);
  const { submit, ...submitting } = useFormSubmit({
    use,
    session,
    focus: arrange.focus,
    hold: () => holdForm(id),
    onDone: (answer, isLeaving) => {
      draft.clear();
      return onDone(answer, isLeaving);
    },
    onUnchanged,
  });
  const goOn = () => (arrange.isLast ? void submit() : arrange.next());
  return {
    id,
    view,
    mode,
    loaded,
    record,
    session,
    draft,
    arrange,
    submit: () => void submit(),
    /** Saves before the page is left; answers whether it was done. */
    save: () => submit(true),
    goOn,
    ...submitting,
  };
}

/**
 * The form for several records: nothing must be filled in, and everything stands open, for what is open in which of them
 * is judged row by row.
 */
function forSeveral(view: FormView): FormView {
  return {
    ...view,
    sections: view.sections.map((section) => ({
      ...section,
      items: section.items.map((item) => {
        if (item.kind !== 'field') return item;
        const { requiredWhen: _, writableWhen: __, ...rest } = item;
        return { ...rest, required: false };
      }),
    })),
  };
}

/** Which of these records conditions allow, of those the reader may see. */
async function allowedOf(
  page: PageRuntime,
  entity: string,
  ids: readonly string[],
  conditions: readonly Where[],
): Promise<readonly string[]> {
  const document = page.context.entities.get(entity);
  if (document === undefined) return ids;
  const where = { and: [{ field: 'id', op: 'in' as const, value: ids }, ...conditions] };
  const body: QueryRequest = { count: 'none', size: ids.length, where };
  const { list } = await page.call<QueryAnswer>(`${apiBase(document)}/query`, body);
  return list.map(({ id }) => id);
}

/** An opened form as the hook above answers it. */
export type OpenedForm = ReturnType<typeof useOpenedForm>;
