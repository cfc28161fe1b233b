import type { Hours } from '../kernel/services/hours.ts';
import type { IceServer, Telephony } from '../kernel/services/telephony.ts';
import type { AgentUrls } from './addresses.ts';
import { httpLine } from './http-line.ts';

/** What the settings say of telephony. */
export type TelephonySettings = {
  readonly telephonyUrl: string | undefined;
  readonly telephonySecret: string | undefined;
  readonly agentUrls: AgentUrls;
  readonly sipRealm: string | undefined;
  readonly iceServers: readonly IceServer[];
  readonly callHours: Hours;
};

/** The telephony the settings name; undefined where they name none. */
export function configuredTelephony(settings: TelephonySettings): Telephony | undefined {
  const { telephonyUrl: url, telephonySecret: secret, agentUrls, iceServers, callHours: hours, sipRealm } = settings;
  if (url === undefined || secret === undefined) return undefined;
  const realm = sipRealm === undefined ? {} : { realm: sipRealm };
  return { line: httpLine({ url, secret }), secret, agentUrls, iceServers, hours, ...realm };
}
