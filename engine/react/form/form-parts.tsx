import { FormItem } from '@formily/antd-v5';
import { type Field, isField } from '@formily/core';
import { observer, useField } from '@formily/react';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import type { FormFieldView, FormView, WireRecord } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import { faces } from '../faces/faces.ts';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { InlineFault } from '../faults/fault-block.tsx';
import type { FormSession } from './form-session.ts';

/** The opened form for everything drawn in it. */
export type FormParts = {
  readonly id: string;
  readonly view: FormView;
  readonly session: FormSession;
  readonly record?: WireRecord | undefined;
};

/** Holds the opened form for its parts. */
export const FormPartsContext = createContext<FormParts | undefined>(undefined);

function useFormParts(): FormParts {
  const parts = useContext(FormPartsContext);
  if (parts === undefined) throw new TypeError('useFormParts is only for components inside a form');
  return parts;
}

/** Id of the input of a field, for its label and for focus. */
export function inputId(form: string, key: string): string {
  return `${form}-${key}`;
}

/** A group of fields under a heading. */
export function FormSection({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  const { view, id } = useFormParts();
  const title = view.sections.find((section) => section.key === name)?.title;
  if (title === undefined) return <div className="engine-form-grid">{children}</div>;
  return (
    <section className="engine-form-section" aria-labelledby={`${id}-${name}-title`}>
      <h2 id={`${id}-${name}-title`}>{title}</h2>
      <div className="engine-form-grid">{children}</div>
    </section>
  );
}

/** Label, help and fault around an input. */
export const FieldItem = observer(function FieldItem({
  name,
  asterisk,
  children,
}: {
  readonly name: string;
  readonly asterisk?: boolean;
  readonly children?: ReactNode;
}) {
  const { session, id } = useFormParts();
  const field = useField();
  const view = session.fields.get(name);
  const errors = isField(field) ? field.selfErrors.map(String) : [];
  const own = inputId(id, name);
  return (
    <div className={`engine-form-item engine-span-${view?.span ?? 1}`}>
      <FormItem.BaseItem
        layout="vertical"
        colon={false}
        asterisk={asterisk === true && view?.field.type !== 'bool'}
        label={
          // biome-ignore lint/a11y/noStaticElementInteractions: a click on the label goes to the input, which has the keyboard
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <span id={`${own}-label`} onClick={() => document.getElementById(own)?.focus()}>
            {view?.title ?? name}
          </span>
        }
        {...(errors.length === 0
          ? {}
          : {
              feedbackStatus: 'error',
              feedbackText: (
                <span id={`${own}-fault`} role="alert">
                  {errors.join('；')}
                </span>
              ),
            })}
        extra={view?.help === undefined ? undefined : <span id={`${own}-help`}>{view.help}</span>}
      >
        {children}
      </FormItem.BaseItem>
    </div>
  );
});

/** The input of a field by its type; one that cannot be drawn shows its fault in its place. */
export const FaceInput = observer(function FaceInput({ name }: { readonly name: string }) {
  const { session, id } = useFormParts();
  const t = useText();
  const field = useField();
  const view = session.fields.get(name);
  if (view === undefined || !isField(field)) return <InlineFault text={t('engine.fault.field', { name })} />;
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.field', { name: view.title })} />}>
      <KnownInput view={view} field={field} own={inputId(id, name)} />
    </ErrorBoundary>
  );
});

type KnownInputProps = { readonly view: FormFieldView; readonly field: Field; readonly own: string };

const KnownInput = observer(function KnownInput({ view, field, own }: KnownInputProps) {
  const { session, record } = useFormParts();
  const t = useText();
  const { Input } = faces[view.field.type];
  // Read from the field, which tells its observers when the rules change it.
  const required = field.decoratorProps.asterisk === true;
  const masked = session.masked.get(view.key);
  const placeholder = masked === undefined ? view.placeholder : t('engine.form.masked', { value: masked });
  const place = useInputTies(own, required, field.selfErrors.length > 0, view.help !== undefined);
  return (
    <div ref={place}>
      <Input
        id={own}
        field={view.field}
        value={field.value}
        onChange={(value) => session.edit(view.key, value)}
        onBlur={() => session.leave(view.key)}
        disabled={field.disabled || view.field.readonly === true}
        isRequired={required}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(record === undefined ? {} : { record })}
      />
    </div>
  );
});

/**
 * Ties label, help and fault to the element that takes the keyboard. Done on the element itself, since antd
 * would repeat such attributes on elements around it, where they are not allowed.
 */
function useInputTies(own: string, isRequired: boolean, isInvalid: boolean, hasHelp: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Looked for from here: a drawer draws its content before it is part of the document.
    const input = place.current?.querySelector(`#${CSS.escape(own)}`);
    if (input === null || input === undefined) return;
    const described = [...(isInvalid ? [`${own}-fault`] : []), ...(hasHelp ? [`${own}-help`] : [])].join(' ');
    const isSwitch = input.getAttribute('role') === 'switch';
    const set = (name: string, value: string) =>
      value === '' ? input.removeAttribute(name) : input.setAttribute(name, value);
    set('aria-labelledby', `${own}-label`);
    set('aria-describedby', described);
    set('aria-invalid', isInvalid && !isSwitch ? 'true' : '');
    set('aria-required', isRequired && !isSwitch ? 'true' : '');
  });
  return place;
}
