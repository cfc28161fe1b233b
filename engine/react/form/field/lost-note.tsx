import { Button } from 'antd';
import { useSyncExternalStore } from 'react';
import type { FormFieldView } from '../../../model/view/index.ts';
import { listed } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import type { LostChoice } from '../session/dependent-choices.ts';
import { focusInput, inputId, useFormParts } from '../session/form-parts.tsx';

/** Says what was let go of a choice because another field was changed, and brings both back. */
export function LostNote({ view, place }: { readonly view: FormFieldView; readonly place: string }) {
  const t = useText();
  const { session, id } = useFormParts();
  const lost = useSyncExternalStore(session.subscribe, () => session.choices.lostAt(place));
  const undo = () => {
    session.choices.undo(place);
    // The button that had the keyboard is gone.
    focusInput(inputId(id, place));
  };
  return (
    <span {...(lost === undefined ? {} : { className: 'engine-form-note' })}>
      <span role="status">{lost === undefined ? null : lostText(view, lost, t)}</span>
      {lost === undefined ? null : (
        <Button type="link" size="small" title={undoTitle(view, lost, t)} onClick={undo}>
          {t('engine.form.undoLost')}
        </Button>
      )}
    </span>
  );
}

type Text = ReturnType<typeof useText>;

function lostText({ title, field }: FormFieldView, { held, count, because }: LostChoice, t: Text): string {
  const sources = listed(because.map((read) => read.title));
  const isPart = field.type === 'refs' && Array.isArray(held) && count < held.length;
  const what = isPart ? t('engine.form.lostSome', { field: title, count }) : t('engine.form.lostAll', { field: title });
  return sources === '' ? t('engine.form.lostOtherwise', { what }) : t('engine.form.lostBecause', { what, sources });
}

function undoTitle({ title }: FormFieldView, { because }: LostChoice, t: Text): string {
  const fields = listed([...because.map((read) => read.title), title]);
  return t('engine.form.undoLostHint', { fields });
}
