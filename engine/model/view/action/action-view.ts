import { type DeclaredOperation, takesManyRows } from '../../access/operations.ts';
import { memoizeByIdentity } from '../../cache/cache.ts';
import { faultsAt } from '../../documents/isolate.ts';
import { editionStates } from '../../entity/editions.ts';
import { type EntityModel, transitionsOf } from '../../entity/entity-model.ts';
import { queuePath } from '../../entity/queue.ts';
import { pathsRead } from '../../expression/dependencies.ts';
import { evaluateWhole, holds, type Scope } from '../../expression/evaluate.ts';
import type {
  ActionIcon,
  ActionStep,
  EntityDocument,
  FormDocument,
  NavigateStep,
  PageAction,
  StateMachine,
  Transition,
  Who,
} from '../../generated/documents.ts';
import { targetStates } from '../../record/target-state.ts';
import { whoCondition } from '../../record/who.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import { type CompiledText, compiledText, withFaultyNodes } from '../compile/compiled-text.ts';
import { defined } from '../compile/defined.ts';
import type { ViewContext } from '../compile/view-context.ts';
import { mayWrite } from '../form/form-linkage.ts';
import { inputPaths, writablePaths } from '../form/form-paths.ts';
import type { FormView } from '../form/form-shape.ts';
import { formFields, formRows } from '../form/form-view.ts';
import { actionForm } from './action-form.ts';
import { type QuotaView, quotaView } from './quota-view.ts';
import { type UndoView, undoView } from './undo-view.ts';

/** A state from which a transition does not start, a condition that does not hold, or a form without an open field, with the fields of the record that decide it. */
export type Obstacle = { readonly reads: readonly string[] } & (
  | { readonly kind: 'state'; readonly from: readonly string[] }
  | { readonly kind: 'condition'; readonly text: string }
  | { readonly kind: 'closed' }
);

/** A button ready to draw: what it is called, when it is possible, what it opens and calls. */
export type ActionView = {
  readonly key: string;
  readonly title: string;
  readonly permission: string;
  readonly emphasis: 'primary' | 'default' | 'danger';
  readonly icon?: ActionIcon;
  readonly api?: string;
  readonly operation?: DeclaredOperation;
  readonly form?: FormView;
  readonly confirm?: string;
  readonly success?: string;
  /** The page of the record that what is said of success leads to. */
  readonly successPage?: string;
  readonly link?: string;
  readonly widget?: string;
  readonly props?: Readonly<Record<string, unknown>>;
  /** Whether one call may carry several ids. */
  readonly bulk: boolean;
  /** The input that takes the other one of exactly two selected records. */
  readonly pair?: string;
  /** Of several rows: what is filled in is put into their lists, or taken out of them; what else those hold stays. */
  readonly change?: 'add' | 'remove';
  /** Fields of the record that `isPossible` and `valuesFor` read. */
  readonly reads: readonly string[];
  /** What keeps the button from being shown for a record: its state, or the condition of the button; nothing where it is shown. */
  readonly hiddenBy: (scope: Scope) => readonly Obstacle[];
  /** Whether the state of the record and the condition of the button allow it. */
  readonly isPossible: (scope: Scope) => boolean;
  /** What keeps a button that is shown from being used. */
  readonly disabledBy: (scope: Scope) => readonly Obstacle[];
  /** Whether a button that is shown may be used now. */
  readonly isEnabled: (scope: Scope) => boolean;
  /** Why it may not, in the words of the page. */
  readonly disabledReason?: string;
  /** Why the action cannot be used at all; then only this is shown in its place. */
  readonly fault?: string;
  /** What follows a call that succeeded, in this order. */
  readonly after: readonly ActionStep[];
  /** Filters of the list that a step goes to, by their keys, without those that have no value. */
  readonly filtersFor: (step: NavigateStep, scope: Scope) => Readonly<Record<string, unknown>>;
  /** Where the next row of the queue is taken, where a step does that. */
  readonly nextPath?: string;
  /** Whether what it brings with it is looked at before it is confirmed. */
  readonly isPreviewed?: true;
  /** What limits it, where something does. */
  readonly quota?: QuotaView;
  /** How it is taken back; absent where it is not, or not by the reader. */
  readonly undo?: UndoView;
  /** Values sent along with the form. */
  readonly valuesFor: (scope: Scope) => Readonly<Record<string, unknown>>;
};

/**
 * Compiles the buttons of a page; `entity` is the one whose record they act on. `at` is their key path in the page:
 * with it, the buttons that were left out of the page show their faults in their places.
 */
export function actionViews(
  actions: readonly PageAction[] | undefined,
  entity: EntityModel,
  forms: Forms | undefined,
  context: ViewContext,
  at?: string,
): readonly ActionView[] {
  if (at === undefined) return (actions ?? []).map((action) => actionView(action, entity, forms, context));
  const compiled = (actions ?? []).map(actionsIn(context)(entity)(forms ?? noForms));
  return withFaultyNodes(compiled, faultsAt(context.faults, at), (key, fault) => faultyAction(key, key, fault));
}

type Forms = Readonly<Record<string, FormDocument>>;
const noForms: Forms = {};

/** Each button of a page is worked out once: of a page that is edited, the others stay the same objects. */
const actionsIn = memoizeByIdentity((context: ViewContext) =>
  memoizeByIdentity((entity: EntityModel) =>
    memoizeByIdentity((forms: Forms) =>
      memoizeByIdentity((action: PageAction) => actionView(action, entity, forms, context)),
    ),
  ),
);

function faultyAction(key: string, title: string, fault: string): ActionView {
  return {
    key,
    title,
    fault,
    permission: '',
    emphasis: 'default',
    bulk: false,
    reads: [],
    after: [],
    filtersFor: () => ({}),
    hiddenBy: () => [],
    disabledBy: () => [],
    isPossible: () => true,
    isEnabled: () => false,
    valuesFor: () => ({}),
  };
}

function actionView(
  action: PageAction,
  entity: EntityModel,
  forms: Forms | undefined,
  context: ViewContext,
): ActionView {
  const operation = action.api === undefined ? undefined : context.operations.get(action.api);
  const moved = transitionOf(operation, context);
  const edited = editionStep(operation, context);
  const title = action.title ?? operation?.title ?? action.key;
  const visible = compiledText(action.visibleWhen);
  const enabled = compiledText(action.enabledWhen);
  const who = whoCondition(whoOf(operation, moved, context));
  const allowed = compiledText(who);
  const values = Object.entries(action.values ?? {}).map(([key, source]) => ({ key, ...compiledText(source) }));
  const { after = [] } = action;
  const document = entityOf(operation, context);
  const undo = document === undefined ? undefined : undoView(operation, document);
  const filters = filtersOf(after);
  const texts = [visible, enabled, allowed, ...values, ...filters];
  const fault = texts.find((text) => text.fault !== undefined)?.fault ?? missingForm(action, forms);
  if (fault !== undefined) return faultyAction(action.key, title, fault);
  const form = actionForm(action, title, operation, forms, entity, context);
  const hiddenBy = (scope: Scope): readonly Obstacle[] => [
    ...stateObstacles(moved, scope),
    ...editionObstacles(edited, scope),
    ...(holdsIn(allowed, scope) ? [] : [conditionObstacle(who, allowed)]),
    ...(form === undefined || isOpenAnywhere(form, scope) ? [] : [closedObstacle(form)]),
    ...(holdsIn(visible, scope) ? [] : [conditionObstacle(action.visibleWhen, visible)]),
  ];
  const disabledBy = (scope: Scope): readonly Obstacle[] =>
    holdsIn(enabled, scope) ? [] : [conditionObstacle(action.enabledWhen, enabled)];
  const formPaths = form === undefined ? [] : [...writablePaths(form), ...inputPaths(form)];
  return {
    key: action.key,
    title,
    permission: action.permission,
    emphasis: action.emphasis ?? 'default',
    // Values of the action may differ from row to row.
    bulk: operation !== undefined && takesManyRows(operation) && action.values === undefined,
    reads: [...new Set([...startReads(moved, edited), ...(undo?.reads ?? []), ...formPaths, ...readBy(texts, after)])],
    hiddenBy,
    isPossible: (scope) => hiddenBy(scope).length === 0,
    disabledBy,
    isEnabled: (scope) => disabledBy(scope).length === 0,
    after,
    filtersFor: (step, scope) => filtersFor(step, filters, scope),
    valuesFor: (scope) => evaluated(values, scope),
    ...defined({
      icon: action.icon,
      api: action.api,
      operation,
      quota: document === undefined ? undefined : quotaView(operation, document),
      undo,
      form,
      confirm: action.confirm ?? moved?.transition.confirm,
      success: action.success,
      successPage: action.successPage,
      link: action.link,
      widget: action.widget,
      props: action.props,
      disabledReason: action.disabledReason,
      nextPath: after.some(({ kind }) => kind === 'next') ? queuePath(entity.document, 'next') : undefined,
      isPreviewed: operation?.kind === 'transition' ? operation.isPreviewed : undefined,
      pair: action.pair,
      change: action.change,
    }),
  };
}

function missingForm({ form }: PageAction, forms: Forms | undefined) {
  return form === undefined || forms?.[form] !== undefined
    ? undefined
    : formatMessage(modelText('model.view.noForm', { name: form }));
}

function holdsIn({ expression }: CompiledText, scope: Scope): boolean {
  return expression === undefined || holds(expression, scope);
}

/** A filter that a page which is navigated to opens with. */
type StepFilter = { readonly step: string; readonly key: string } & CompiledText;

function filtersOf(after: readonly ActionStep[]): readonly StepFilter[] {
  return after.flatMap((step) =>
    step.kind === 'navigate'
      ? Object.entries(step.filters ?? {}).map(([key, source]) => ({ step: step.key, key, ...compiledText(source) }))
      : [],
  );
}

/** The filters of a step as they come out for a record; what comes out empty filters nothing. */
function filtersFor({ key }: ActionStep, filters: readonly StepFilter[], scope: Scope) {
  const own = filters.filter(({ step }) => step === key);
  return Object.fromEntries(Object.entries(evaluated(own, scope)).filter(([, value]) => value !== null));
}

/** What the expressions and the steps of a button read of the record. */
function readBy(texts: readonly CompiledText[], after: readonly ActionStep[]): readonly string[] {
  return [
    ...texts.flatMap(({ expression }) => (expression === undefined ? [] : pathsRead(expression, 'record'))),
    ...after.flatMap((step) => (step.kind === 'open' && step.record !== undefined ? [step.record] : [])),
  ];
}

/** Fields that say whether it can be done in the state of the record. */
function startReads(moved: MovedBy | undefined, edited: EditionStep | undefined): readonly string[] {
  return [...(moved === undefined ? [] : [moved.machine.field]), ...(edited === undefined ? [] : [edited.field])];
}

function stateObstacles(moved: MovedBy | undefined, { record }: Scope): readonly Obstacle[] {
  if (moved === undefined) return [];
  const { machine, transition } = moved;
  if (record === undefined || targetStates(transition, record[machine.field]).length > 0) return [];
  return [{ kind: 'state', from: transition.from, reads: [machine.field] }];
}

/** The states of an edition from which an operation can be done; undefined where they do not matter. */
type EditionStep = { readonly field: string; readonly from: readonly string[] };

/** What is published is revised, and no longer deleted. */
function editionStep(operation: DeclaredOperation | undefined, { entities }: ViewContext): EditionStep | undefined {
  if (operation?.kind !== 'revise' && operation?.kind !== 'delete') return undefined;
  const document = entities.get(operation.entity);
  const states = document === undefined ? undefined : editionStates(document);
  if (states === undefined) return undefined;
  return { field: states.machine.field, from: operation.kind === 'revise' ? states.fixed : states.drafts };
}

function editionObstacles(step: EditionStep | undefined, { record }: Scope): readonly Obstacle[] {
  if (step === undefined || record === undefined || step.from.includes(String(record[step.field]))) return [];
  return [{ kind: 'state', from: step.from, reads: [step.field] }];
}

function conditionObstacle(text: string | undefined, { expression }: CompiledText): Obstacle {
  const reads = expression === undefined ? [] : pathsRead(expression, 'record');
  return { kind: 'condition', text: text ?? '', reads };
}

/** Whether anything of a form stands open; one that has nothing anybody fills in is never closed. */
function isOpenAnywhere(form: FormView, scope: Scope): boolean {
  const items = [...formFields(form), ...formRows(form)];
  const bound = items.filter(({ writableWhen }) => writableWhen !== undefined);
  return bound.length === 0 || bound.length < items.length || bound.some((item) => mayWrite(item, scope));
}

function closedObstacle(form: FormView): Obstacle {
  return { kind: 'closed', reads: writablePaths(form) };
}

/** Who may do what the operation does; undefined where anybody may who has its permission. */
function whoOf(
  operation: DeclaredOperation | undefined,
  moved: MovedBy | undefined,
  { entities }: ViewContext,
): Who | undefined {
  if (moved !== undefined) return moved.transition.who;
  if (operation === undefined || operation.kind === 'dataset') return undefined;
  const document = entities.get(operation.entity);
  switch (operation.kind) {
    case 'action':
      return document?.actions?.find(({ key }) => key === operation.key)?.who;
    case 'modify':
    case 'revise':
    case 'status':
    case 'move':
      return document?.who?.modify;
    case 'delete':
    case 'restore':
      return document?.who?.[operation.kind];
    default:
      return undefined;
  }
}

type MovedBy = { readonly machine: StateMachine; readonly transition: Transition };

type Source = CompiledText & { readonly key: string };

function evaluated(sources: readonly Source[], scope: Scope): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    sources.flatMap(({ key, expression }) =>
      expression === undefined ? [] : [[key, evaluateWhole(expression, scope)] as const],
    ),
  );
}

/** The entity an operation is about. */
function entityOf(operation: DeclaredOperation | undefined, { entities }: ViewContext): EntityDocument | undefined {
  return operation === undefined || operation.kind === 'dataset' ? undefined : entities.get(operation.entity);
}

function transitionOf(operation: DeclaredOperation | undefined, context: ViewContext): MovedBy | undefined {
  if (operation?.kind !== 'transition') return undefined;
  const document = context.entities.get(operation.entity);
  return document === undefined
    ? undefined
    : transitionsOf(document).find((item) => item.transition.key === operation.key);
}
