/** Where a call comes from, as its request says. */
export type CallOrigin = {
  readonly ip: string;
  readonly userAgent: string;
  readonly platform: string;
  readonly appVersion: string;
};
