import { readContract } from '../engine/model/widget/index.ts';
import type { WidgetDefinition } from '../engine/react/index.ts';
import accessMatrix from './access-matrix/contract.json';
import agreementFile from './agreement-file/contract.json';
import agreementPreview from './agreement-preview/contract.json';
import apiReference from './api-reference/contract.json';
import approvals from './approvals/contract.json';
import callRecording from './call-recording/contract.json';
import callWorkbench from './call-workbench/contract.json';
import handoverPlan from './handover-plan/contract.json';
import home from './home/contract.json';
import logChanges from './log-changes/contract.json';
import myAnalysis from './my-analysis/contract.json';
import myMasking from './my-masking/contract.json';
import permissionSettings from './permission-settings/contract.json';
import personalData from './personal-data/contract.json';
import pointsMall from './points-mall/contract.json';
import questionPreview from './question-preview/contract.json';
import recordingDownload from './recording-download/contract.json';
import recycleBin from './recycle-bin/contract.json';
import secretInput from './secret-input/contract.json';
import viewAs from './view-as/contract.json';

/** Every component a page may name, in groups; each lies in its own folder. */
export const widgets: readonly WidgetDefinition[] = [
  // System
  { ...readContract(home), load: async () => (await import('./home/home.tsx')).Home },
  { ...readContract(approvals), load: async () => (await import('./approvals/approvals.tsx')).Approvals },
  {
    ...readContract(apiReference),
    load: async () => (await import('./api-reference/api-reference.tsx')).ApiReference,
  },
  {
    ...readContract(logChanges),
    load: async () => (await import('./log-changes/log-changes.tsx')).LogChanges,
  },
  {
    ...readContract(personalData),
    load: async () => (await import('./personal-data/personal-data.tsx')).PersonalData,
  },
  {
    ...readContract(permissionSettings),
    load: async () => (await import('./permission-settings/permission-settings.tsx')).PermissionSettings,
  },
  {
    ...readContract(accessMatrix),
    load: async () => (await import('./access-matrix/access-matrix.tsx')).AccessMatrix,
  },
  {
    ...readContract(myMasking),
    load: async () => (await import('./my-masking/my-masking.tsx')).MyMasking,
  },
  {
    ...readContract(myAnalysis),
    load: async () => (await import('./my-analysis/my-analysis.tsx')).MyAnalysis,
  },
  {
    ...readContract(recycleBin),
    load: async () => (await import('./recycle-bin/recycle-bin.tsx')).RecycleBin,
  },
  // Organisation
  {
    ...readContract(secretInput),
    load: async () => (await import('./secret-input/secret-input.tsx')).SecretInput,
  },
  // Calls
  {
    ...readContract(callWorkbench),
    load: async () => (await import('./call-workbench/call-workbench.tsx')).CallWorkbench,
  },
  {
    ...readContract(callRecording),
    load: async () => (await import('./call-recording/call-recording.tsx')).CallRecording,
  },
  {
    ...readContract(recordingDownload),
    load: async () => (await import('./recording-download/recording-download.tsx')).RecordingDownload,
  },
  // Customers
  {
    ...readContract(handoverPlan),
    load: async () => (await import('./handover-plan/handover-plan.tsx')).HandoverPlan,
  },
  // Exams
  {
    ...readContract(questionPreview),
    load: async () => (await import('./question-preview/question-preview.tsx')).QuestionPreview,
  },
  // Permission
  {
    ...readContract(viewAs),
    load: async () => (await import('./view-as/view-as.tsx')).Impersonate,
  },
  // Mall
  {
    ...readContract(pointsMall),
    load: async () => (await import('./points-mall/points-mall.tsx')).PointsMall,
  },
  // Agreements
  {
    ...readContract(agreementFile),
    load: async () => (await import('./agreement-file/agreement-file.tsx')).AgreementFile,
  },
  {
    ...readContract(agreementPreview),
    load: async () => (await import('./agreement-preview/agreement-preview.tsx')).AgreementPreview,
  },
];
