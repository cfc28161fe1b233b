import type { ApiRefusal } from '../../engine/client/index.ts';

/** How a refusal is told to the user, after the error catalogue of the specification. */
export type RefusalNotice =
  | { readonly kind: 'toast'; readonly seconds: 3 | 10; readonly endsSession: boolean }
  /** Stays until the user signs in again. */
  | { readonly kind: 'signInAgain' };

/** What follows from a refusal's code. */
export function refusalNotice({ code }: Pick<ApiRefusal, 'code'>): RefusalNotice {
  switch (code) {
    case '1':
      return { kind: 'toast', seconds: 3, endsSession: false };
    case '1001':
    case 'network':
      return { kind: 'toast', seconds: 10, endsSession: false };
    case '1002':
      return { kind: 'signInAgain' };
    case '1003':
      return { kind: 'toast', seconds: 10, endsSession: true };
  }
}
