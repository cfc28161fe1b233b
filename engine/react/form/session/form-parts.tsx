import { FormItem } from '@formily/antd-v5';
import { isField } from '@formily/core';
import { observer, useField } from '@formily/react';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { FormView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { InlineFault } from '../../faults/fault-block.tsx';
import { sentences } from '../../formats/listed.ts';
import { useDesignMark } from '../../host/page-design.tsx';
import type { FormSession } from './form-session.ts';
import { bringNear } from './rows/near-row.ts';

/** The opened form for everything drawn in it. */
export type FormParts = {
  readonly id: string;
  readonly view: FormView;
  readonly session: FormSession;
  readonly record?: WireRecord | undefined;
};

/** Holds the opened form for its parts. */
export const FormPartsContext = createContext<FormParts | undefined>(undefined);

/** The opened form this component is drawn in. */
export function useFormParts(): FormParts {
  const parts = useContext(FormPartsContext);
  if (parts === undefined) throw new TypeError('useFormParts is only for components inside a form');
  return parts;
}

/** What is read of an opened form; draws this component anew only when that has changed, whatever else is typed. */
export function useOfSession<Read extends string | boolean>(
  session: FormSession | undefined,
  read: (session: FormSession) => Read,
): Read | undefined {
  return useSyncExternalStore(session?.subscribe ?? never, () => (session === undefined ? undefined : read(session)));
}

const never = () => () => undefined;

/** Id of the input at a place of a form, for its label and for focus. */
export function inputId(form: string, place: string): string {
  return `${form}-${place}`;
}

/** Puts the keyboard into the input with this id, or into the first one inside it, as soon as it is drawn. */
export function focusInput(id: string, frames = 0, options: FocusOptions = {}): void {
  const place = document.getElementById(id);
  if (place === null && frames > 0) {
    requestAnimationFrame(() => focusInput(id, frames - 1, options));
    return;
  }
  // Of many rows those far from sight are laid out when the keyboard comes to them.
  bringNear(place?.closest('tr'));
  place?.focus(options);
  if (place === null || place === document.activeElement) return;
  place.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus(options);
}

/** A group of fields under a heading; in tabs and steps the heading stands elsewhere. */
export function FormSection({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  const { view, id, session } = useFormParts();
  const isShown = useOfSession(session, () => session.isSectionShown(name));
  const mark = useDesignMark()('sections', name);
  const section = view.sections.find(({ key }) => key === name);
  if (section === undefined || isShown !== true) return null;
  const help = section.help === undefined ? null : <p className="engine-form-help">{section.help}</p>;
  const grid = <div className="engine-form-grid">{children}</div>;
  if (section.title === undefined || (view.arrange !== 'sections' && section.isBeside !== true))
    return (
      <div className="engine-form-section" {...mark}>
        {help}
        {grid}
      </div>
    );
  return (
    <section className="engine-form-section" aria-labelledby={`${id}-${name}-title`} {...mark}>
      <h2 id={`${id}-${name}-title`}>{section.title}</h2>
      {help}
      {grid}
    </section>
  );
}

/** What stands in the place of a field that cannot be drawn. */
export function FaultItem({ name }: { readonly name: string }) {
  const { view } = useFormParts();
  const items = view.sections.flatMap((section) => section.items);
  const item = items.find((candidate) => candidate.kind === 'fault' && candidate.key === name);
  if (item?.kind !== 'fault') return null;
  return (
    <div className="engine-form-item engine-form-fault" role="alert">
      <span className="engine-quiet">{item.title}</span>
      <InlineFault text={item.fault} />
    </div>
  );
}

/** Tells the fields of a form by their key path, while the page is designed. */
export function useFieldMark() {
  const { view } = useFormParts();
  const mark = useDesignMark();
  return (name: string) => {
    const section = view.sections.find(({ items }) => items.some(({ key }) => key === name));
    return section === undefined ? {} : mark('sections', section.key, 'fields', name);
  };
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
  const mark = useFieldMark();
  return (
    <div className={`engine-form-item engine-span-${view?.span ?? 1}`} {...mark(name)}>
      <FormItem.BaseItem
        layout="vertical"
        colon={false}
        asterisk={asterisk === true && view?.field.type !== 'bool'}
        label={
          // biome-ignore lint/a11y/noStaticElementInteractions: a click on the label goes to the input, which has the keyboard
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <span id={`${own}-label`} onClick={() => focusInput(own)}>
            {view?.title ?? name}
          </span>
        }
        {...(errors.length === 0
          ? {}
          : {
              feedbackStatus: 'error',
              feedbackText: (
                <span id={`${own}-fault`} role="alert">
                  {sentences(errors)}
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
