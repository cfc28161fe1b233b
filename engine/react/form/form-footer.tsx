import { Button } from 'antd';
import { useText } from '../host/engine-context.tsx';
import type { Arrange } from './body/use-arrange.ts';

/** Milliseconds after which a form that is being saved says so: what is saved sooner would only flicker. */
const patience = 200;

type FormFooterProps = {
  readonly arrange: Arrange;
  readonly saving: boolean;
  readonly canSubmit: boolean;
  readonly submitText: string;
  readonly isDanger: boolean;
  readonly onSubmit: () => void;
  /** Absent where there is nothing to go back to. */
  readonly onClose?: (() => void) | undefined;
  readonly closeText?: string;
};

/** The buttons of a form; a wizard goes on until its last step submits. */
export function FormFooter({ arrange, saving, canSubmit, submitText, isDanger, onSubmit, ...rest }: FormFooterProps) {
  const t = useText();
  const { onClose } = rest;
  return (
    <div className="engine-form-footer">
      <span className="engine-form-hint">{t(arrange.isLast ? 'engine.form.submitHint' : 'engine.form.nextHint')}</span>
      {onClose === undefined ? null : (
        <Button onClick={onClose} disabled={saving}>
          {rest.closeText ?? t('engine.cancel')}
        </Button>
      )}
      {arrange.isFirst ? null : (
        <Button onClick={arrange.back} disabled={saving}>
          {t('engine.form.back')}
        </Button>
      )}
      {arrange.isLast ? (
        <Button
          type="primary"
          danger={isDanger}
          loading={saving && { delay: patience }}
          disabled={!canSubmit}
          onClick={onSubmit}
        >
          {submitText}
        </Button>
      ) : (
        <Button type="primary" disabled={!canSubmit} onClick={() => arrange.next()}>
          {t('engine.form.next')}
        </Button>
      )}
    </div>
  );
}
