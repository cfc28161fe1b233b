import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { answering, freePort, stopped } from '../servers.ts';

/** A proxy in front of nodes: one address for the first of them alone, one for all. */
export type NodesProxy = {
  readonly one: string;
  readonly all: string;
  readonly pid: number;
  /** How many answers each node has given through the address of all, and how many of them were refusals or faults. */
  served(): Promise<readonly Served[]>;
  stop(): Promise<void>;
};

export type Served = { readonly node: string; readonly answers: number; readonly faults: number };

/** Whether the proxy can be started here. */
export function hasHaproxy(): boolean {
  return spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;
}

/** Starts HAProxy before nodes as docs/deploy.md has it: `/readyz` tells who serves, no session sticks to a node. */
export async function startHaproxy(nodes: readonly string[], folder: string): Promise<NodesProxy> {
  const [one, all, figures] = [await freePort(), await freePort(), await freePort()];
  const file = path.resolve(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(nodes, { one, all, figures }));
  const child = spawn('haproxy', ['-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const at = (port: number) => `http://127.0.0.1:${port}`;
  await answering(at(all), child);
  return {
    one: at(one),
    all: at(all),
    pid: child.pid ?? 0,
    served: async () => servedIn(await (await fetch(`${at(figures)}/;csv`)).text()),
    stop: () => stopped(child),
  };
}

type Ports = { readonly one: number; readonly all: number; readonly figures: number };

function configuration(nodes: readonly string[], { one, all, figures }: Ports): string {
  const servers = nodes.map((url, n) => `  server node${n + 1} ${new URL(url).host} check inter 1s`);
  const backend = (name: string, its: readonly string[]) =>
    [`backend ${name}`, '  balance roundrobin', '  option httpchk GET /readyz', '  http-reuse always', ...its, ''].join(
      '\n',
    );
  return [
    'global',
    '  maxconn 4000',
    'defaults',
    '  mode http',
    '  option forwardfor',
    '  timeout connect 2s',
    // An event stream is silent for ten seconds at most.
    '  timeout client 60s',
    '  timeout server 60s',
    `frontend one\n  bind 127.0.0.1:${one}\n  default_backend first`,
    `frontend all\n  bind 127.0.0.1:${all}\n  default_backend every`,
    `listen figures\n  bind 127.0.0.1:${figures}\n  stats enable\n  stats uri /`,
    backend('first', servers.slice(0, 1)),
    backend('every', servers),
    '',
  ].join('\n');
}

/** The table HAProxy tells its figures in: its first line names the columns. */
function servedIn(csv: string): readonly Served[] {
  const [head = '', ...lines] = csv.replace(/^# /, '').split('\n');
  const names = head.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return (name: string) => cells[names.indexOf(name)] ?? '';
  });
  return rows
    .filter((cell) => cell('pxname') === 'every' && cell('svname').startsWith('node'))
    .map((cell) => ({
      node: cell('svname'),
      answers: Number(cell('hrsp_2xx')),
      faults: Number(cell('hrsp_4xx')) + Number(cell('hrsp_5xx')) + Number(cell('eresp')),
    }));
}
