import { Alert, App, Button, Drawer, Space } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { faultMessage } from '../../model/faults/index.ts';
import { QueryState, useEngine, Waiting } from '../../react/index.ts';
import { useMadeText } from '../texts/use-made-text.ts';
import { BoardChoicesForm } from './board-choices.tsx';
import { ListChoicesForm } from './list-choices.tsx';
import './made.css';
import { MadePlace } from './made-place.tsx';
import { MadePreview } from './made-preview.tsx';
import { MadeSource } from './made-source.tsx';
import type { CheckedPage, Choices, EntityOffers, MadePage, Sources } from './made-types.ts';
import { FormChoicesForm, RecordChoicesForm } from './record-choices.tsx';
import { isOfRecord, useSources, useWizard } from './use-wizard.ts';

type Props = {
  /** The draft that is gone on with; a new page where there is none. */
  readonly page?: MadePage;
  readonly mayPublish: boolean;
  readonly onDone: (published: string | undefined) => void;
  readonly onClose: () => void;
};

/** Makes a page from an entity or a dataset: what it shows, where it stands and who has it, in one step. */
export function MadeWizard({ page, mayPublish, onDone, onClose }: Props) {
  const t = useMadeText();
  const sources = useSources();
  const wizard = useWizard(page, sources.data);
  const { choices } = wizard;
  const sending = useSending(page, wizard, onDone);
  const { checked, refusal, isSending } = sending;
  const isReady = choices !== undefined && choices.title !== '' && choices.slug !== '' && !isSending;
  const { modal } = App.useApp();
  // Closed while it is sent, nobody would see why it was refused.
  const leave = () => {
    if (isSending) return;
    if (!wizard.isTouched) return onClose();
    modal.confirm({
      title: t('designer.made.leaveAsk'),
      content: t('designer.made.leaveHint'),
      okText: t('designer.made.discard'),
      cancelText: t('designer.made.goOn'),
      okButtonProps: { danger: true },
      onOk: onClose,
    });
  };
  const footer = (
    <Space wrap>
      <Button disabled={!isReady} onClick={() => void sending.check()}>
        {t('designer.preview')}
      </Button>
      <Button disabled={!isReady} onClick={() => void sending.save(false)}>
        {t('designer.made.saveDraft')}
      </Button>
      {mayPublish ? (
        <Button type="primary" disabled={!isReady} onClick={() => void sending.save(true)}>
          {t('designer.publish')}
        </Button>
      ) : null}
    </Space>
  );
  return (
    <Drawer
      open
      width={640}
      title={page === undefined ? t('designer.made.new') : t('designer.made.newTitled', { title: page.title })}
      footer={footer}
      onClose={leave}
    >
      <QueryState query={sources}>
        {(known) => (
          <div className="made-form">
            {refusal === undefined ? null : <RefusalAlert refusal={refusal} />}
            <WizardForm wizard={wizard} sources={known} />
          </div>
        )}
      </QueryState>
      {checked?.bundle == null ? null : (
        <MadePreview bundle={checked.bundle} record={checked.record} onClose={sending.forget} />
      )}
    </Drawer>
  );
}

/** What is offered stands further down, in its parts. */
const nothing = () => null;

/** Where it comes from, what of that it shows, where it stands: one after another as each is known. */
function WizardForm({ wizard, sources }: { readonly wizard: Wizard; readonly sources: Sources }) {
  const t = useMadeText();
  const { source, choices, offers, place } = wizard;
  const { entity, board } = offers.data ?? {};
  return (
    <>
      <MadeSource sources={sources} source={source} kinds={entity?.kinds} onSource={wizard.setSource} />
      {source.name === undefined ? null : (
        <QueryState query={offers} waiting={<Waiting rows={4} />}>
          {nothing}
        </QueryState>
      )}
      {entity?.kinds.some((kind) => kind === source.kind) === false ? (
        <Alert type="warning" showIcon message={t('designer.made.cannot')} />
      ) : null}
      {choices === undefined || entity === undefined ? null : (
        <EntityChoicesForm offers={entity} choices={choices} onChange={wizard.setChoices} />
      )}
      {choices?.kind === 'dashboard' && board !== undefined ? (
        <BoardChoicesForm offers={board} choices={choices} onChange={wizard.setChoices} />
      ) : null}
      {choices === undefined ? null : (
        <MadePlace sources={sources} place={place} isOfRecord={isOfRecord(choices.kind)} onChange={wizard.setPlace} />
      )}
    </>
  );
}

type EntityChoicesProps = {
  readonly offers: EntityOffers;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
};

function EntityChoicesForm({ offers, choices, onChange }: EntityChoicesProps) {
  switch (choices.kind) {
    case 'list':
    case 'kanban':
      return <ListChoicesForm {...{ offers, choices, onChange }} />;
    case 'panorama':
    case 'detail':
      return <RecordChoicesForm {...{ offers, choices, onChange }} />;
    case 'form':
      return <FormChoicesForm {...{ offers, choices, onChange }} />;
    default:
      return null;
  }
}

function RefusalAlert({ refusal }: { readonly refusal: ApiRefusal }) {
  const lines = (refusal.faults ?? []).map((fault) => faultMessage(fault));
  return (
    <Alert
      type="error"
      showIcon
      message={refusal.message}
      description={lines.length === 0 ? undefined : lines.map((line) => <div key={line}>{line}</div>)}
    />
  );
}

type Wizard = ReturnType<typeof useWizard>;

/** What is sent of the wizard: to be looked at, kept, published. */
function useSending(page: MadePage | undefined, { choices, place }: Wizard, onDone: Props['onDone']) {
  const t = useMadeText();
  const { client } = useEngine();
  const [checked, setChecked] = useState<CheckedPage>();
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const [isSending, setSending] = useState(false);
  // What is saved, and then not published, is gone on with.
  const [kept, setKept] = useState(page === undefined ? undefined : { name: page.name, version: page.version });
  const inTurn = async (work: () => Promise<void>) => {
    setSending(true);
    setRefusal(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      setRefusal(error);
    } finally {
      setSending(false);
    }
  };
  const options = () => ({ idempotencyKey: crypto.randomUUID(), quiet: true });
  const check = () =>
    inTurn(async () => {
      setChecked(await client.callAt<CheckedPage>('/v1/design/made/check', { choices }, { quiet: true }));
    });
  const save = (isPublished: boolean) =>
    inTurn(async () => {
      const { parent, roles } = place;
      const known = kept === undefined ? { version: 0 } : kept;
      type Kept = { readonly name: string; readonly version: number };
      const input = { ...known, choices, parent, roles };
      const saved = await client.callAt<Kept>('/v1/design/made/save', input, options());
      setKept(saved);
      const note = t('designer.made.newTitled', { title: place.title.trim() });
      if (isPublished) await client.callAt('/v1/design/made/publish', { ...saved, note }, options());
      onDone(isPublished ? saved.name : undefined);
    });
  return { checked, refusal, isSending, check, save, forget: () => setChecked(undefined) };
}
