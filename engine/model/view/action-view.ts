import { type EntityModel, targetState, transitionsOf } from '../entity-model.ts';
import type { Expression } from '../expression/ast.ts';
import { pathsRead } from '../expression/dependencies.ts';
import { evaluate, holds, type Scope } from '../expression/evaluate.ts';
import { parseExpression } from '../expression/parse.ts';
import type { FormDocument, PageAction, StateMachine, Transition } from '../generated/documents.ts';
import type { DeclaredOperation } from '../operations.ts';
import { type FormView, formView, inputsForm } from './form-view.ts';
import { modelOf, type ViewContext } from './view-context.ts';

/** A button ready to draw: what it is called, when it is possible, what it opens and calls. */
export type ActionView = {
  readonly key: string;
  readonly title: string;
  readonly permission: string;
  readonly emphasis: 'primary' | 'default' | 'danger';
  readonly icon?: string;
  readonly api?: string;
  readonly operation?: DeclaredOperation;
  readonly form?: FormView;
  readonly confirm?: string;
  readonly success?: string;
  readonly link?: string;
  readonly widget?: string;
  readonly props?: Readonly<Record<string, unknown>>;
  /** Whether one call may carry several ids. */
  readonly bulk: boolean;
  /** Fields of the record that `isPossible` and `valuesFor` read. */
  readonly reads: readonly string[];
  /** Whether the state of the record and the condition of the button allow it. */
  readonly isPossible: (scope: Scope) => boolean;
  /** Values sent along with the form. */
  readonly valuesFor: (scope: Scope) => Readonly<Record<string, unknown>>;
};

/** Compiles the buttons of a page; `entity` is the one whose record they act on. */
export function actionViews(
  actions: readonly PageAction[] | undefined,
  entity: EntityModel,
  forms: Readonly<Record<string, FormDocument>> | undefined,
  context: ViewContext,
): readonly ActionView[] {
  return (actions ?? []).map((action) => actionView(action, entity, forms, context));
}

function actionView(
  action: PageAction,
  entity: EntityModel,
  forms: Readonly<Record<string, FormDocument>> | undefined,
  context: ViewContext,
): ActionView {
  const operation = action.api === undefined ? undefined : context.operations.get(action.api);
  const moved = transitionOf(operation, context);
  const condition = parsed(action.visibleWhen);
  const values = Object.entries(action.values ?? {}).flatMap(([key, source]) => {
    const expression = parsed(source);
    return expression === undefined ? [] : [{ key, expression }];
  });
  const title = action.title ?? operation?.title ?? action.key;
  const form = actionForm(action, title, operation, forms, entity, context);
  const confirm = action.confirm ?? moved?.transition.confirm;
  const expressions = [...(condition === undefined ? [] : [condition]), ...values.map((value) => value.expression)];
  return {
    key: action.key,
    title,
    permission: action.permission,
    emphasis: action.emphasis ?? 'default',
    bulk: operation?.kind === 'transition' && operation.bulk,
    reads: [
      ...new Set([
        ...(moved === undefined ? [] : [moved.machine.field]),
        ...expressions.flatMap((expression) => pathsRead(expression, 'record')),
      ]),
    ],
    isPossible: (scope) =>
      (moved === undefined || targetState(moved.transition, scope.record?.[moved.machine.field]) !== undefined) &&
      (condition === undefined || holds(condition, scope)),
    valuesFor: (scope) => Object.fromEntries(values.map((value) => [value.key, evaluate(value.expression, scope)])),
    ...defined({
      icon: action.icon,
      api: action.api,
      operation,
      form,
      confirm,
      success: action.success,
      link: action.link,
      widget: action.widget,
      props: action.props,
    }),
  };
}

/** Leaves out what is undefined, so that optional properties are truly absent. */
function defined<Shape extends Readonly<Record<string, unknown>>>(
  shape: Shape,
): { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } {
  const kept: { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } = {};
  for (const key in shape) {
    const value = shape[key];
    if (isDefined(value)) kept[key] = value;
  }
  return kept;
}

function isDefined<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}

function parsed(source: string | undefined): Expression | undefined {
  if (source === undefined) return undefined;
  const outcome = parseExpression(source);
  return outcome.ok ? outcome.expression : undefined;
}

function transitionOf(
  operation: DeclaredOperation | undefined,
  context: ViewContext,
): { machine: StateMachine; transition: Transition } | undefined {
  if (operation?.kind !== 'transition') return undefined;
  const document = context.entities.get(operation.entity);
  return document === undefined
    ? undefined
    : transitionsOf(document).find((item) => item.transition.key === operation.key);
}

function actionForm(
  action: PageAction,
  title: string,
  operation: DeclaredOperation | undefined,
  forms: Readonly<Record<string, FormDocument>> | undefined,
  entity: EntityModel,
  context: ViewContext,
): FormView | undefined {
  const inputs = operation?.kind === 'transition' || operation?.kind === 'action' ? operation.input : [];
  const form = action.form === undefined ? undefined : forms?.[action.form];
  if (form === undefined) return inputs.length === 0 ? undefined : inputsForm(inputs, entity, title);
  const owner =
    modelOf(
      context,
      form.entity ??
        (operation !== undefined && operation.kind !== 'dataset' ? operation.entity : entity.document.name),
    ) ?? entity;
  return formView(form, owner, inputs, title);
}
