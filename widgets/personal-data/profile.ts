/** What `/v1/sys/user/my/profile/view` tells of the user. */
export type Profile = {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly mobile: string;
  readonly staffNo: string | null;
  readonly departments: readonly string[];
  readonly leader: string | null;
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly hlAgentId: string | null;
  readonly dlswAgentId: string | null;
  readonly xzjAgentId: string | null;
  readonly hireDate: string | null;
  readonly passwordChangedAt: string | null;
};
