import type { TSchema } from 'typebox';

/** Whether a repeated call with the same `Idempotency-Key` gives the first answer, and whether it must carry one. */
export type Idempotency = 'none' | 'accepted' | 'required';

/** What the log and an auditor call it: it reads, changes data, shows masked values, takes data out, or is about sessions. */
export type AuditClass = 'read' | 'change' | 'reveal' | 'export' | 'session';

/** For those who hold the key; where the input decides which key it is, for those who hold one of `or`, and the handler checks which. */
export type PermissionAccess = { readonly kind: 'permission'; readonly key: string; readonly or?: readonly string[] };

/** For people who signed in: any of them, or those who hold the key. */
export type CallerAccess = PermissionAccess | { readonly kind: 'signedIn' };

/** Without a session: signing in (`open`), or an address whose signature stands in its place (`signed`). */
export type OpenAccess = { readonly kind: 'open' } | { readonly kind: 'signed' };

/** What is said of every operation, whoever may call it. */
export type OperationFacts = {
  /** Its one address. */
  readonly path: string;
  /** POST unless told; GET for streams and downloads, their input is the query of the address. */
  readonly method?: 'POST' | 'GET';
  readonly title: string;
  /** What a caller has to know beyond the title. */
  readonly description?: string;
  /** What the request carries; JSON unless told. */
  readonly takes?: 'json' | 'file';
  /** What its body may hold where that is more than suits the others. */
  readonly body?: { readonly bytes: number; readonly elements: number };
  /** What it answers: data in the envelope, or a stream that is sent as it stands; data unless told. */
  readonly gives?: 'data' | 'stream';
  /** The entity whose row scope binds it; null where no row of an entity is touched. */
  readonly scope: string | null;
  readonly idempotency: Idempotency;
  readonly audit: AuditClass;
  /** The sentence of a successful answer; 操作成功 unless told. */
  readonly message?: string;
};

/** What only operations with a session have. */
export type CallerFacts = {
  /** Whether somebody who looks as another calls it as himself: leaving, and asking why. */
  readonly asOneself?: boolean;
  /** Whether the shell calls it whatever page is open: then no page binds it. */
  readonly ofShell?: boolean;
  /** Whether it answers somebody who has still to change the password he was given. */
  readonly openBeforeChange?: boolean;
};

/** An operation as both sides know it: its address, who may call it, what it takes (of a GET, its query) and answers. */
export type OperationContract<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Access extends CallerAccess | OpenAccess = CallerAccess | OpenAccess,
  Path extends string = string,
> = OperationFacts &
  CallerFacts & {
    readonly path: Path;
    readonly access: Access;
    readonly input: Input;
    /** The data of the envelope. */
    readonly output: Output;
  };

/** Declares an operation. */
export function defineOperation<
  Input extends TSchema,
  Output extends TSchema,
  const Access extends CallerAccess | OpenAccess,
  const Path extends string,
>(contract: OperationContract<Input, Output, Access, Path>): OperationContract<Input, Output, Access, Path> {
  return contract;
}
