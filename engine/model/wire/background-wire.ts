import type { EntityField } from '../generated/documents.ts';
import type { Where } from './wire.ts';

/** Where a background job stands. */
export type JobStatus = 'pending' | 'running' | 'done' | 'failed' | 'cancelled';

/** How far a background job is. */
export type JobProgress = {
  readonly status: JobStatus;
  readonly done: number;
  /** Null until it is known. */
  readonly total: number | null;
  /** When the work itself began. */
  readonly startedAt: string | null;
  /** When its starter asked it to stop. */
  readonly cancelAt: string | null;
};

/** A background job as its starter sees it. */
export type BackgroundJob = JobProgress & {
  readonly id: string;
  /** `export`, `import`, `import_undo`, `bulk`, `bulk_undo`, or one of the server's own. */
  readonly kind: string;
  readonly title: string;
  /** The entity whose rows it reads or writes. */
  readonly entity: string | null;
  /** What became of it, in words. */
  readonly message: string | null;
  readonly errorCode: string | null;
  readonly requestId: string | null;
  readonly fileId: string | null;
  /** Facts of the result by kind: counts, the import it was, the job it undid. */
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** Who started it, of a job that is not the reader's own. */
  readonly starter?: string;
};

/** A row of bulk work and what became of it; `label` where the caller may read it. */
export type BulkRowAnswer = {
  readonly id: string;
  readonly place: number;
  readonly entityId: string;
  readonly label?: string | null;
  readonly status: 'pending' | 'done' | 'failed' | 'undone' | 'stuck';
  readonly message: string | null;
};

/** A row of an imported table and what became of it. */
export type ImportRowAnswer = {
  readonly id: string;
  readonly rowNo: number;
  readonly outcome: 'created' | 'updated' | 'duplicated' | 'failed' | 'kept';
  readonly reason: string | null;
};

/** Formats of an exported table. */
export type ExportFormat = 'xlsx' | 'csv';

/** Body of an `export` call. */
export type ExportBody = {
  readonly where?: Where;
  readonly sort?: readonly string[];
  /** The rows chosen one by one; all that match where absent. */
  readonly ids?: readonly string[];
  readonly columns?: readonly { readonly path: string; readonly title: string }[];
  readonly format: ExportFormat;
  readonly reason?: string;
};

/** Answer of an uploaded file. */
export type UploadedFile = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly mime: string;
  readonly size: number;
};

/** An address from which a file can be read for a minute. */
export type FileAddress = { readonly address: string; readonly name: string };

/** The same, with what the file is. */
export type FileFacts = FileAddress & { readonly mime: string; readonly size: number };

/** Which column of a table (from 0) fills which field. */
export type ImportMapping = Readonly<Record<string, number>>;

/** A field a table may fill in. */
export type ImportField = {
  readonly key: string;
  readonly title: string;
  readonly type: EntityField['type'];
  readonly required: boolean;
  readonly choices: readonly string[];
};

/** Answer of an `import` call with `mode: inspect`: the head of a table and what fits where. */
export type ImportInspection = {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: ImportMapping;
  /** Whether the mapping is the one chosen last time for the same headings. */
  readonly remembered: boolean;
  readonly fields: readonly ImportField[];
  /** Sets of fields by which rows that are there already can be recognised. */
  readonly keys: readonly (readonly string[])[];
  /** Those of them that only go by a name. */
  readonly weak: readonly (readonly string[])[];
  /** What may happen to rows that are there already. */
  readonly policies: readonly DuplicatePolicy[];
  /** Whether the import can be taken back. */
  readonly undoable: boolean;
};

/** What happens to rows that are there already. */
export const duplicatePolicies = ['skip', 'update', 'refuse'] as const;
export type DuplicatePolicy = (typeof duplicatePolicies)[number];

/** Body of an `import` call with `mode: run`. */
export type ImportRun = {
  readonly fileId: string;
  readonly mapping: ImportMapping;
  readonly policy: DuplicatePolicy;
  readonly by?: readonly string[];
  readonly dryRun?: boolean;
  readonly again?: boolean;
};
