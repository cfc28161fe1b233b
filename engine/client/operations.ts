import type { SavedAnalyses } from '../model/dataset/index.ts';
import type { FieldFileKind, PageBundle } from '../model/documents/index.ts';
import type {
  BackgroundJob,
  FileFacts,
  PresentPeople,
  presencePaths,
  QueryAnswer,
  QueryRequest,
  secondPaths,
  UploadedFile,
  WaitingRequests,
} from '../model/wire/index.ts';

type Operation<Input, Output> = { readonly input: Input; readonly output: Output };
type ById = { readonly id: string };
/** What the field takes that wants a file, in the address. */
type WantedFile = { readonly kinds?: string; readonly maxMegabytes?: string };
type StartedFile = {
  readonly name: string;
  readonly size: number;
  readonly fingerprint: string;
  readonly kinds?: readonly FieldFileKind[];
  readonly maxMegabytes?: number;
};
type UnfinishedFile = ById & {
  readonly name: string;
  readonly size: number;
  readonly received: number;
  /** ISO 8601. */
  readonly expireAt: string;
};
type ReceivedParts = { readonly partBytes: number; readonly have: readonly number[] };

/**
 * What the operations of a fixed address take and answer. Here stand those the engine calls itself; a host declares all
 * of its own beside them (`interface Operations extends …`), and the compiler holds the two to each other.
 */
export interface Operations {
  readonly '/v1/sys/page/view': Operation<{ readonly name: string }, PageBundle>;
  readonly '/v1/analysis/query': Operation<object, SavedAnalyses>;
  readonly '/v1/analysis/offer/query': Operation<object, PageBundle>;
  readonly '/v1/file/upload': Operation<WantedFile, UploadedFile>;
  readonly '/v1/file/image': Operation<WantedFile, UploadedFile>;
  readonly '/v1/file/resumable/create': Operation<StartedFile, UnfinishedFile & ReceivedParts>;
  readonly '/v1/file/resumable/part': Operation<
    { readonly id: string; readonly number: string; readonly sha256: string },
    { readonly received: number }
  >;
  readonly '/v1/file/resumable/finish': Operation<
    { readonly id: string; readonly digest: string },
    { readonly file: UploadedFile | null }
  >;
  readonly '/v1/file/resumable/query': Operation<object, { readonly list: readonly UnfinishedFile[] }>;
  readonly '/v1/file/resumable/delete': Operation<ById, object>;
  readonly '/v1/file/preview': Operation<ById, FileFacts>;
  readonly '/v1/file/download': Operation<ById, FileFacts>;
  readonly '/v1/background/job/query': Operation<
    QueryRequest,
    Omit<QueryAnswer, 'list'> & { readonly list: readonly BackgroundJob[] }
  >;
  readonly '/v1/background/job/view': Operation<ById, BackgroundJob>;
  readonly '/v1/background/job/cancel': Operation<ById, ById>;
  readonly [presencePaths.note]: Operation<
    ById & { readonly place: string; readonly page: string; readonly isEditing: boolean },
    PresentPeople
  >;
  readonly [presencePaths.leave]: Operation<{ readonly place: string }, object>;
  readonly [secondPaths.query]: Operation<{ readonly entity?: string; readonly recordId?: string }, WaitingRequests>;
  readonly [secondPaths.confirm]: Operation<ById, ById>;
  readonly [secondPaths.refuse]: Operation<ById & { readonly reason: string }, ById>;
  readonly [secondPaths.withdraw]: Operation<ById, ById>;
}

/** Address of an operation whose input and answer are known. */
export type OperationPath = keyof Operations;
/** What the operation at an address takes. */
export type OperationInput<Path extends OperationPath> = Operations[Path]['input'];
/** What the operation at an address answers. */
export type OperationOutput<Path extends OperationPath> = Operations[Path]['output'];
