import { Alert, Button } from 'antd';
import { formatMoment } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import type { FormSession } from '../session/form-session.ts';
import { draftTitles } from './draft.ts';
import type { DraftTools } from './use-draft.ts';

const namedFields = 5;

/** Offers back what was typed before and never saved. */
export function DraftOffer({ draft, session }: { readonly draft: DraftTools; readonly session: FormSession }) {
  const t = useText();
  const { offered } = draft;
  if (offered === undefined) return null;
  const titles = draftTitles(offered, session);
  const fields = titles.slice(0, namedFields).join('、');
  const more = titles.length > namedFields ? t('engine.form.andMore') : '';
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      className="engine-form-alert"
      message={t('engine.draft.found', { time: formatMoment(offered.at) ?? '' })}
      description={
        <>
          {t('engine.draft.fields', { fields, more })}
          {offered.left.length === 0 ? null : t('engine.draft.left', { fields: offered.left.join('、') })}
        </>
      }
      action={
        <div className="engine-actions">
          <Button size="small" type="primary" onClick={draft.restore}>
            {t('engine.draft.restore')}
          </Button>
          <Button size="small" onClick={draft.discard}>
            {t('engine.draft.discard')}
          </Button>
        </div>
      }
    />
  );
}
