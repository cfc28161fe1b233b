import { type Field, isField } from '@formily/core';
import { observer, useField } from '@formily/react';
import { raw } from '@formily/reactive';
import { useEffect, useMemo, useRef } from 'react';
import type { FormFieldView } from '../../../model/view/index.ts';
import type { Where } from '../../../model/wire/index.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { InlineFault } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { WidgetSlot } from '../../widgets/widget-slot.tsx';
import { inputOf } from '../inputs/input-of.ts';
import { type Choice, choiceNow, isDependent } from '../session/choice-conditions.ts';
import { inputId, useFormParts, useOfSession } from '../session/form-parts.tsx';
import type { FieldInputProps } from './field-input-props.ts';
import { LiveCheck } from './live-check.tsx';
import { LostNote } from './lost-note.tsx';
import { useRecordMaker } from './record-maker.ts';
import { ShownValue } from './shown-value.tsx';

/** The input of a field by its type; one that cannot be drawn shows its fault in its place. */
export const FieldTypeInput = observer(function FieldTypeInput({ name }: { readonly name: string }) {
  const { session } = useFormParts();
  const t = useText();
  const field = useField();
  const view = session.fields.get(name);
  if (view === undefined || !isField(field)) return <InlineFault text={t('engine.fault.field', { name })} />;
  if (view.shown !== undefined) return <ShownField view={view} field={field} />;
  return <KnownInput view={view} field={field} />;
});

/** A value that is only shown, under the label of its field. */
const ShownField = observer(function ShownField({ view, field }: KnownInputProps) {
  const { record, id } = useFormParts();
  const own = inputId(id, view.key);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div id={own} role="group" aria-labelledby={`${own}-label`}>
      <ShownValue view={view} value={heldBy(field)} record={record} />
    </div>
  );
});

/** What a field is shown to hold, as it was put there: what inputs hand back holds nothing of Formily's. */
function heldBy(field: Field): unknown {
  return raw(field.value);
}

type KnownInputProps = { readonly view: FormFieldView; readonly field: Field };

const KnownInput = observer(function KnownInput({ view, field }: KnownInputProps) {
  const { session, record, id } = useFormParts();
  const t = useText();
  const own = inputId(id, view.key);
  const masked = useOfSession(session, () => session.masked.get(view.key) ?? '');
  const isOpen = !field.disabled && view.field.readonly !== true;
  const kept = isOpen ? t('engine.form.masked', { value: masked }) : masked;
  const placeholder = !masked ? view.placeholder : kept;
  return (
    <>
      <FieldInput
        view={view}
        own={own}
        value={heldBy(field)}
        // Read from the field, which tells its observers when the rules change it.
        isRequired={field.decoratorProps.asterisk === true}
        isInvalid={field.selfErrors.length > 0}
        disabled={field.disabled || view.field.readonly === true}
        scope={() => session.scope()}
        onChange={(value) => session.edit(view.key, value)}
        onBlur={() => session.leave(view.key)}
        placeholder={view.compute === undefined ? placeholder : (placeholder ?? t('engine.form.computed'))}
        record={record}
      />
      <LiveCheck view={view} value={heldBy(field)} isFaulty={field.selfErrors.length > 0} />
    </>
  );
});

/** The input of a field with everything that ties it to its label; one that fails shows its fault in its place. */
export function FieldInput(props: FieldInputProps) {
  const t = useText();
  const { view, own } = props;
  const place = useInputTies(own, props.isRequired, props.isInvalid, view.help !== undefined);
  return (
    <div ref={place} className="engine-form-input">
      <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.field', { name: view.title })} />}>
        {isDependent(view) ? <DependentInput {...props} /> : <PlainInput {...props} />}
      </ErrorBoundary>
    </div>
  );
}

/** An input whose choices depend on other values of the form. */
function DependentInput(props: FieldInputProps) {
  const { session, id } = useFormParts();
  const { view } = props;
  const now = useOfSession(session, () => JSON.stringify(choiceNow(view, props.scope())));
  const choice = useMemo((): Choice | null => JSON.parse(now ?? 'null'), [now]);
  const entity = choice?.entity;
  // Of several kinds, the one the form says.
  const ofKind = useMemo(
    () =>
      view.field.refBy === undefined || entity === undefined
        ? view
        : { ...view, field: { ...view.field, ref: entity } },
    [view, entity],
  );
  return (
    <>
      <PlainInput {...props} view={ofKind} where={choice?.where ?? null} />
      <LostNote view={props.view} place={props.own.slice(id.length + 1)} />
    </>
  );
}

function PlainInput(props: FieldInputProps & { readonly where?: readonly Where[] | null }) {
  const { view, own, value, onChange, onBlur, disabled, record } = props;
  if (view.widget !== undefined)
    return (
      <WidgetSlot
        name={view.widget}
        slot="input"
        title={view.title}
        props={view.props}
        record={record}
        input={{ id: own, field: view.field, value, onChange, onBlur, disabled }}
      />
    );
  return <TypeInput {...props} />;
}

function TypeInput(props: FieldInputProps & { readonly where?: readonly Where[] | null }) {
  const t = useText();
  const { view, own, value, onChange, onBlur, disabled, placeholder, record } = props;
  const { session, id } = useFormParts();
  const maker = useRecordMaker(view.field.ref, view.create);
  const Input = inputOf(view);
  if (Input === undefined) return <InlineFault text={t('engine.form.badInput', { input: view.input ?? '' })} />;
  return (
    <Input
      id={own}
      field={view.field}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      disabled={disabled}
      isRequired={props.isRequired}
      isInvalid={props.isInvalid}
      maker={maker}
      onWork={(work) => session.expect(own.slice(id.length + 1), work)}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(record === undefined ? {} : { record })}
      {...(props.where === undefined ? {} : { where: props.where })}
    />
  );
}

/** Roles on which a required or invalid mark means nothing, and is not allowed. */
const unmarked = new Set(['switch', 'group']);

type Ties = { readonly isRequired: boolean; readonly isInvalid: boolean; readonly hasHelp: boolean };

/**
 * Ties label, help and fault to the element that takes the keyboard. Done on the element itself, since antd
 * would repeat such attributes on elements around it, where they are not allowed.
 */
function useInputTies(own: string, isRequired: boolean, isInvalid: boolean, hasHelp: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    const tie = () => {
      // Looked for from here: a drawer draws its content before it is part of the document.
      const input = current?.querySelector(`#${CSS.escape(own)}`);
      if (!input) return false;
      for (const [name, value] of tiesOf(own, input.getAttribute('role') ?? '', { isRequired, isInvalid, hasHelp }))
        if (value === '') input.removeAttribute(name);
        else input.setAttribute(name, value);
      return true;
    };
    if (tie() || current === null) return undefined;
    // A widget is fetched first.
    const watch = new MutationObserver(() => tie() && watch.disconnect());
    watch.observe(current, { childList: true, subtree: true });
    return () => watch.disconnect();
  });
  return place;
}

function tiesOf(own: string, role: string, { isRequired, isInvalid, hasHelp }: Ties): readonly [string, string][] {
  // In a row the label is heard but not seen, and a description beside such a label would be taken for it.
  const isRow = document.getElementById(`${own}-label`)?.classList.contains('engine-said') === true;
  const described = [...(isInvalid && !isRow ? [`${own}-fault`] : []), ...(hasHelp ? [`${own}-help`] : [])];
  const isMarked = !unmarked.has(role);
  return [
    ['aria-labelledby', `${own}-label`],
    ['aria-describedby', described.join(' ')],
    ['aria-errormessage', isInvalid && isRow ? `${own}-fault` : ''],
    ['aria-invalid', isInvalid && isMarked ? 'true' : ''],
    ['aria-required', isRequired && isMarked ? 'true' : ''],
  ];
}
