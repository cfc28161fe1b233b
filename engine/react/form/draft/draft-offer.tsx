import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { Draft } from '../../drafts/draft-shape.ts';
import { listed, titled } from '../../formats/listed.ts';
import { formatMoment } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import type { Arrange } from '../body/use-arrange.ts';
import type { FormSession } from '../session/form-session.ts';
import { draftTitles } from './draft.ts';
import { type DraftFile, withoutFiles } from './draft-files.ts';
import type { DraftTools } from './use-draft.ts';
import { useGoneFiles } from './use-gone-files.ts';

const namedFields = 5;

type DraftOfferProps = {
  readonly draft: DraftTools;
  readonly found: Draft;
  readonly session: FormSession;
  readonly arrange: Arrange;
};

/** A file a draft held that is no more. */
type GoneFile = DraftFile & { readonly name: string | undefined };

/** Offers back what was typed before and never saved; once it is back, names the files that are not. */
export function DraftOffer({ draft, found, session, arrange }: DraftOfferProps) {
  const t = useText();
  const goneIn = useGoneFiles();
  const [isRestoring, setRestoring] = useState(false);
  const [gone, setGone] = useState<readonly GoneFile[]>([]);
  if (draft.isSettled) return gone.length === 0 ? null : <GoneFiles files={gone} />;
  const restore = async () => {
    setRestoring(true);
    const lost = await goneIn(found, session);
    session.restore(withoutFiles(found, session, new Set(lost.map(({ id }) => id))));
    if (found.part !== undefined) arrange.resume(found.part);
    setGone(lost.map((file) => ({ ...file, name: found.files[file.id] })));
    draft.settle();
    setRestoring(false);
  };
  const titles = draftTitles(found, session);
  const fields = listed(titles.slice(0, namedFields));
  const more = titles.length > namedFields ? t('engine.form.andMore') : '';
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      className="engine-form-alert"
      message={t('engine.draft.found', { time: formatMoment(found.at) ?? '' })}
      description={
        <>
          {t('engine.draft.fields', { fields, more })}
          {found.left.length === 0 ? null : t('engine.draft.left', { fields: listed(found.left) })}
          {found.sending.length === 0 ? null : t('engine.draft.sending', { fields: listed(found.sending) })}
        </>
      }
      action={
        <div className="engine-actions">
          <Button size="small" type="primary" loading={isRestoring} onClick={() => void restore()}>
            {t('engine.draft.restore')}
          </Button>
          <Button size="small" disabled={isRestoring} onClick={draft.discard}>
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
            <li key={`${title} ${id}`}>{titled(title, name ?? t('engine.draft.fileUnnamed'))}</li>
          ))}
        </ul>
      }
    />
  );
}
