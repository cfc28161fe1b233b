import { FormItem } from '@formily/antd-v5';
import { isField } from '@formily/core';
import { observer, useField } from '@formily/react';
import { createContext, type ReactNode, useContext } from 'react';
import type { FormView, WireRecord } from '../../model/index.ts';
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
      <h3 id={`${id}-${name}-title`}>{title}</h3>
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
  const { session, id, record } = useFormParts();
  const t = useText();
  const field = useField();
  const view = session.fields.get(name);
  if (view === undefined || !isField(field)) return <InlineFault text={t('engine.fault.field', { name })} />;
  const { Input } = faces[view.field.type];
  const own = inputId(id, name);
  const state = session.stateOf(name);
  const masked = session.masked.get(name);
  const isInvalid = field.selfErrors.length > 0;
  const described = [isInvalid ? `${own}-fault` : '', view.help === undefined ? '' : `${own}-help`]
    .filter((part) => part !== '')
    .join(' ');
  const placeholder = masked === undefined ? view.placeholder : t('engine.form.masked', { value: masked });
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.field', { name: view.title })} />}>
      <Input
        id={own}
        labelId={`${own}-label`}
        field={view.field}
        value={field.value}
        onChange={(value) => {
          field.onInput(value);
          session.recheck(name);
        }}
        onBlur={() => session.check(name)}
        disabled={field.disabled || view.field.readonly === true}
        isRequired={state.required}
        isInvalid={isInvalid}
        {...(described === '' ? {} : { describedBy: described })}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(record === undefined ? {} : { record })}
      />
    </ErrorBoundary>
  );
});
