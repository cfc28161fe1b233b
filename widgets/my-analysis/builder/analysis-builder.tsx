import { Alert, App, Button, Drawer, Input, Select } from 'antd';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { ApiRefusal } from '../../../engine/client/index.ts';
import type { AnalysisAsk, SavedAnalysis } from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument, PageBundle } from '../../../engine/model/documents/index.ts';
import { faultMessage } from '../../../engine/model/faults/index.ts';
import type { ViewShare } from '../../../engine/model/wire/index.ts';
import { AnalysisView, sentences } from '../../../engine/react/index.ts';
import { useSave } from '../asking/analysis-calls.ts';
import { firstAsk, stillMissing } from '../asking/analysis-draft.ts';
import { useAnalysisText } from '../asking/use-analysis-text.ts';
import { AskForm } from './ask-form.tsx';
import { Labelled } from './labelled.tsx';

/** What is built: a new analysis, one like another, or the change of a known one. */
export type Building = { readonly known?: SavedAnalysis; readonly from?: SavedAnalysis };

type AnalysisBuilderProps = {
  readonly building: Building;
  readonly bundle: PageBundle;
  readonly canShare: boolean;
  readonly onClose: () => void;
};

/** Where an analysis is put together: what is chosen on one side, what it shows on the other, at once. */
export function AnalysisBuilder({ building, bundle, canShare, onClose }: AnalysisBuilderProps) {
  const t = useAnalysisText();
  const { known, from } = building;
  const { datasets } = bundle;
  const { modal, message } = App.useApp();
  const begun = known ?? from;
  const [first] = useState(() => ({
    name: begun?.name ?? '',
    share: known?.share ?? 'private',
    ask: begun?.ask ?? (datasets[0] === undefined ? undefined : firstAsk(datasets[0])),
  }));
  const [name, setName] = useState(first.name);
  const [share, setShare] = useState<ViewShare>(first.share);
  const [ask, setAsk] = useState<AnalysisAsk | undefined>(first.ask);
  const save = useSave();
  const isChanged = name !== first.name || share !== first.share || ask !== first.ask;
  const leave = () => {
    if (!isChanged) onClose();
    else
      modal.confirm({
        title: t('giveUp'),
        okText: t('giveUp.ok'),
        cancelText: t('giveUp.stay'),
        onOk: onClose,
      });
  };
  const lack = name.trim() === '' ? t('name.needed') : ask === undefined ? t('dataset.needed') : stillMissing(ask, t);
  const keep = () => {
    if (ask === undefined || lack !== undefined) return;
    save.mutate(
      { known, name: name.trim(), share, ask },
      {
        onSuccess: () => {
          message.success(t('saved'));
          onClose();
        },
      },
    );
  };
  return (
    <Drawer
      open
      width="min(100%, 1080px)"
      title={t(known === undefined ? 'begin' : 'edit')}
      maskClosable={false}
      {...(save.isPending ? {} : { onClose: leave })}
      footer={
        <div className="analysis-foot">
          <span className="engine-quiet" role="status">
            {lack ?? ''}
          </span>
          <Button disabled={save.isPending} onClick={leave}>
            {t('cancel')}
          </Button>
          <Button type="primary" disabled={lack !== undefined} loading={save.isPending} onClick={keep}>
            {t('save')}
          </Button>
        </div>
      }
    >
      {save.error === null ? null : (
        <Alert className="analysis-refusal" type="error" showIcon message={whatIsWrong(save.error)} role="alert" />
      )}
      <div className="analysis-builder">
        <div className="analysis-choices">
          <NameAndShare {...{ name, share, canShare }} onName={setName} onShare={setShare} />
          <DatasetChoice datasets={datasets} ask={ask} onChoose={(dataset) => setAsk(firstAsk(dataset))} />
          <Chosen datasets={datasets} ask={ask} onChange={setAsk} />
        </div>
        <Preview name={name} ask={ask} />
      </div>
    </Drawer>
  );
}

/** Why it was not saved: every fault where the server names some. */
function whatIsWrong(error: Error): string {
  const faults = error instanceof ApiRefusal ? error.faults : [];
  return faults.length === 0 ? error.message : sentences(faults.map((fault) => faultMessage(fault)));
}

type NameAndShareProps = {
  readonly name: string;
  readonly share: ViewShare;
  readonly canShare: boolean;
  readonly onName: (name: string) => void;
  readonly onShare: (share: ViewShare) => void;
};

function NameAndShare({ name, share, canShare, onName, onShare }: NameAndShareProps) {
  const t = useAnalysisText();
  const id = useId();
  return (
    <>
      <Labelled id={`${id}-name`} title={t('name')}>
        <Input
          id={`${id}-name`}
          value={name}
          maxLength={40}
          placeholder={t('name.example')}
          onChange={({ target }) => onName(target.value)}
        />
      </Labelled>
      {canShare || share !== 'private' ? (
        <Labelled id={`${id}-share`} title={t('share')}>
          <Select<ViewShare>
            id={`${id}-share`}
            value={share}
            onChange={onShare}
            options={[
              { value: 'private', label: t('share.private') },
              { value: 'department', label: t('share.department') },
              { value: 'all', label: t('share.all') },
            ]}
          />
        </Labelled>
      ) : null}
    </>
  );
}

type DatasetChoiceProps = {
  readonly datasets: readonly DatasetDocument[];
  readonly ask: AnalysisAsk | undefined;
  readonly onChoose: (dataset: DatasetDocument) => void;
};

function DatasetChoice({ datasets, ask, onChoose }: DatasetChoiceProps) {
  const t = useAnalysisText();
  const id = useId();
  const choose = (name: string) => {
    const dataset = datasets.find((one) => one.name === name);
    if (dataset !== undefined) onChoose(dataset);
  };
  return (
    <Labelled id={id} title={t('dataset')}>
      <Select<string>
        id={id}
        showSearch
        optionFilterProp="label"
        {...(ask === undefined ? {} : { value: ask.dataset })}
        options={datasets.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={choose}
      />
    </Labelled>
  );
}

type ChosenProps = {
  readonly datasets: readonly DatasetDocument[];
  readonly ask: AnalysisAsk | undefined;
  readonly onChange: (ask: AnalysisAsk) => void;
};

function Chosen({ datasets, ask, onChange }: ChosenProps) {
  const dataset = datasets.find(({ name }) => name === ask?.dataset);
  if (ask === undefined || dataset === undefined) return null;
  return <AskForm ask={ask} dataset={dataset} onChange={onChange} />;
}

/** What is chosen so far, drawn; choosing does not wait for it. */
function Preview({ name, ask }: { readonly name: string; readonly ask: AnalysisAsk | undefined }) {
  const t = useAnalysisText();
  const shown = useDeferredValue(ask);
  const lack = useMemo(() => (shown === undefined ? t('dataset.needed') : stillMissing(shown, t)), [shown, t]);
  return (
    <section className="analysis-preview" aria-label={t('preview')}>
      {shown === undefined || lack !== undefined ? (
        <p className="engine-quiet">{lack}</p>
      ) : (
        <AnalysisView name={name.trim() === '' ? t('preview') : t('preview.of', { name: name.trim() })} ask={shown} />
      )}
    </section>
  );
}
