import type { AgentProvider } from '../../contract/phone-words.ts';
import type { IceServer } from '../kernel/services/telephony.ts';

/** WebSocket addresses of the agent integrations there are. */
export type AgentUrls = Readonly<Partial<Record<AgentProvider, string>>>;

/** Reads `hl=ws://…,dlsw=wss://…`; undefined where it says something else. */
export function agentUrls(text: string): AgentUrls | undefined {
  const urls: Partial<Record<AgentProvider, string>> = {};
  for (const part of text.split(',')) {
    const [, name, url] = /^\s*(hl|dlsw|xzj)=(\S+)\s*$/.exec(part) ?? [];
    if (url === undefined || !URL.canParse(url) || !/^wss?:$/.test(new URL(url).protocol)) return undefined;
    if (name === 'hl' || name === 'dlsw' || name === 'xzj') urls[name] = url;
  }
  return urls;
}

/** Reads `stun:host:port,turn:user:password@host:port`; undefined where it says something else. */
export function iceServers(text: string): readonly IceServer[] | undefined {
  const servers: IceServer[] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, kind, username, credential, place] =
      /^(stuns?|turns?):(?:([^:@\s]+):([^@\s]+)@)?([\w.[\]:-]+)$/.exec(part) ?? [];
    if (kind === undefined || place === undefined || (kind.startsWith('turn') && username === undefined))
      return undefined;
    const urls = `${kind}:${place}`;
    servers.push(username === undefined || credential === undefined ? { urls } : { urls, username, credential });
  }
  return servers;
}
