import { Alert, Button, Drawer, Steps } from 'antd';
import type { ApiRefusal } from '../../client/index.ts';
import { faultMessage } from '../../model/faults/index.ts';
import { formatNumber } from '../formats/format.ts';
import { useText } from '../host/engine-context.tsx';
import { MarkedOverlay } from '../page/marked-overlay.tsx';
import { countIn, isUnfinished } from '../tasks/task-facts.ts';
import { useTask } from '../tasks/use-tasks.ts';
import './import.css';
import { sentences } from '../formats/listed.ts';
import { ImportJob } from './import-job.tsx';
import { missingFields } from './import-plan.ts';
import { MappingStep } from './mapping-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { type Import, type ImportStage, useImport } from './use-import.ts';

type ImportDrawerProps = {
  readonly api: string;
  /** What is done. */
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

const places: Readonly<Record<ImportStage['kind'], number>> = { upload: 0, mapping: 1, trial: 2, run: 3 };
const steps = ['upload', 'mapping', 'trial', 'run'] as const;

/** Takes a table in, step by step: upload, columns, a trial that writes nothing, the import with what became of each row. */
export function ImportDrawer({ api, title, isOpen, onClose }: ImportDrawerProps) {
  const t = useText();
  const wizard = useImport(api);
  const { stage, refusal } = wizard;
  return (
    <Drawer
      open={isOpen}
      title={title}
      width="min(880px, 100vw)"
      onClose={onClose}
      maskClosable={stage.kind === 'upload'}
      rootClassName="engine-tasks-drawer"
      footer={<ImportFooter wizard={wizard} onClose={onClose} />}
    >
      <MarkedOverlay>
        <Steps
          size="small"
          className="engine-import-steps"
          current={places[stage.kind]}
          items={steps.map((step) => ({ title: t(`engine.import.step.${step}`) }))}
        />
        {refusal === undefined ? null : <ImportFault refusal={refusal} />}
        <Stage wizard={wizard} />
      </MarkedOverlay>
    </Drawer>
  );
}

function Stage({ wizard }: { readonly wizard: Import }) {
  const { stage, plan } = wizard;
  if (stage.kind === 'upload' || plan === undefined) return <UploadStep wizard={wizard} />;
  if (stage.kind === 'mapping') return <MappingStep plan={plan} onChange={wizard.change} />;
  return <ImportJob key={stage.jobId} jobId={stage.jobId} isTrial={stage.kind === 'trial'} />;
}

function ImportFooter({ wizard, onClose }: { readonly wizard: Import; readonly onClose: () => void }) {
  const t = useText();
  const { stage, busy } = wizard;
  if (stage.kind === 'upload' || stage.kind === 'run')
    return (
      <div className="engine-import-footer">
        {stage.kind === 'run' ? <RunHint jobId={stage.jobId} /> : null}
        <Button onClick={onClose}>{t('engine.close')}</Button>
      </div>
    );
  const back = stage.kind === 'mapping' ? 'upload' : 'mapping';
  return (
    <div className="engine-import-footer">
      <Button disabled={busy} onClick={() => wizard.back(back)}>
        {t('engine.form.back')}
      </Button>
      {stage.kind === 'mapping' ? <TrialButton wizard={wizard} /> : <RunButton wizard={wizard} jobId={stage.jobId} />}
    </div>
  );
}

/** The import goes on without its drawer. */
function RunHint({ jobId }: { readonly jobId: string }) {
  const t = useText();
  const { data } = useTask(jobId);
  if (data !== undefined && !isUnfinished(data)) return null;
  return <span className="engine-quiet">{t('engine.import.goesOn')}</span>;
}

function TrialButton({ wizard }: { readonly wizard: Import }) {
  const t = useText();
  const { plan, busy, start } = wizard;
  const isMissing = plan === undefined || missingFields(plan).length > 0 || Object.keys(plan.mapping).length === 0;
  return (
    <Button type="primary" loading={busy} disabled={isMissing} onClick={() => void start(true)}>
      {t('engine.import.trial')}
    </Button>
  );
}

function RunButton({ wizard, jobId }: { readonly wizard: Import; readonly jobId: string }) {
  const t = useText();
  const { data } = useTask(jobId);
  const count = data?.status === 'done' ? countIn(data, 'success') : 0;
  return (
    <Button type="primary" loading={wizard.busy} disabled={count === 0} onClick={() => void wizard.start(false)}>
      {count === 0 ? t('engine.import.run') : t('engine.import.runCount', { count: formatNumber(count) })}
    </Button>
  );
}

function ImportFault({ refusal }: { readonly refusal: ApiRefusal }) {
  const t = useText();
  const { message, faults, requestId } = refusal;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      className="engine-import-fault"
      message={faults.length === 0 ? message : sentences(faults.map((fault) => faultMessage(fault)))}
      description={requestId === undefined ? undefined : t('engine.fault.requestId', { id: requestId })}
    />
  );
}
