import { Alert, Button } from 'antd';
import { formatMoment } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import type { FormSession } from '../session/form-session.ts';
import { draftTitles } from './draft.ts';
import type { DraftTools, GoneFile } from './use-draft.ts';

const namedFields = 5;

/** Offers back what was typed before and never saved; once it is back, names the files that are not. */
export function DraftOffer({ draft, session }: { readonly draft: DraftTools; readonly session: FormSession }) {
  const t = useText();
  const { offered } = draft;
  if (offered === undefined) return draft.gone.length === 0 ? null : <GoneFiles files={draft.gone} />;
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
          {offered.sending.length === 0 ? null : t('engine.draft.sending', { fields: offered.sending.join('、') })}
        </>
      }
      action={
        <div className="engine-actions">
          <Button size="small" type="primary" loading={draft.isRestoring} onClick={() => void draft.restore()}>
            {t('engine.draft.restore')}
          </Button>
          <Button size="small" disabled={draft.isRestoring} onClick={draft.discard}>
            {t('engine.draft.discard')}
          </Button>
        </div>
      }
    />
  );
}

function GoneFiles({ files }: { readonly files: readonly GoneFile[] }) {
  const t = useText();
  return (
    <Alert
      type="warning"
      showIcon
      closable
      role="alert"
      className="engine-form-alert"
      message={t('engine.draft.filesGone', { count: files.length })}
      description={
        <ul className="engine-draft-gone">
          {files.map(({ id, title, name }) => (
            <li key={`${title} ${id}`}>
              {title}：{name ?? t('engine.draft.fileUnnamed')}
            </li>
          ))}
        </ul>
      }
    />
  );
}
