import type * as accessMatrix from './access-matrix.ts';
import type * as alerts from './alerts.ts';
import type * as analyses from './analysis/analyses.ts';
import type * as codes from './codes.ts';
import type { OperationContract } from './definition/operation.ts';
import type { Value } from './definition/schema.ts';
import type * as customDictionaries from './design/custom-dictionaries.ts';
import type * as customFields from './design/custom-fields.ts';
import type * as designPresence from './design/design-presence.ts';
import type * as madePages from './design/made-pages.ts';
import type * as design from './design/page-design.ts';
import type * as pagePackages from './design/page-packages.ts';
import type * as rehearsals from './design/rehearse-call.ts';
import type * as events from './events.ts';
import type * as explanations from './explanations.ts';
import type * as files from './files.ts';
import type * as activity from './generic/activity.ts';
import type * as home from './home.ts';
import type * as jobs from './jobs.ts';
import type * as logs from './logs.ts';
import type * as notices from './notices.ts';
import type * as ownSessions from './own-sessions.ts';
import type * as phone from './phone.ts';
import type * as recordNames from './record/names.ts';
import type * as presence from './record/presence.ts';
import type * as globalSearch from './record/search.ts';
import type * as recycle from './recycle.ts';
import type * as resumableUploads from './resumable-uploads.ts';
import type * as savedViews from './saved-views.ts';
import type * as second from './second.ts';
import type * as session from './session.ts';
import type * as stranger from './stranger.ts';
import type * as studentApp from './student-app.ts';

type Modules =
  | typeof accessMatrix
  | typeof activity
  | typeof alerts
  | typeof analyses
  | typeof codes
  | typeof customDictionaries
  | typeof customFields
  | typeof design
  | typeof designPresence
  | typeof rehearsals
  | typeof madePages
  | typeof pagePackages
  | typeof events
  | typeof explanations
  | typeof files
  | typeof globalSearch
  | typeof home
  | typeof jobs
  | typeof logs
  | typeof notices
  | typeof ownSessions
  | typeof phone
  | typeof presence
  | (typeof recordNames & typeof recycle)
  | typeof resumableUploads
  | typeof savedViews
  | typeof second
  | typeof session
  | typeof stranger
  | typeof studentApp;

/** The operations among what a module exports. */
type OperationsOf<Module> = Module extends unknown ? Extract<Module[keyof Module], OperationContract> : never;
type Declared = OperationsOf<Modules>;

/** What every operation of the contract takes and answers, by its address; for types alone. */
export type ContractCalls = {
  readonly [Operation in Declared as Operation['path']]: {
    readonly input: Value<Operation['input']>;
    readonly output: Value<Operation['output']>;
  };
};
