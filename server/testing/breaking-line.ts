import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that breaks now and then: each connection carries so many bytes, then it is cut. */
export type BreakingLine = {
  readonly address: string;
  /** How often it broke so far. */
  readonly breaks: () => number;
  close(): Promise<void>;
};

/** Lays it to an address on the loopback; `bytes` is how much each connection carries. */
export async function layBreakingLine(target: string, bytes: () => number): Promise<BreakingLine> {
  const { port } = new URL(target);
  const open = new Set<Socket>();
  let breaks = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    let left = bytes();
    const cut = () => {
      near.destroy();
      far.destroy();
      open.delete(near);
    };
    open.add(near);
    near.on('data', (chunk) => {
      left -= chunk.length;
      if (left >= 0) return;
      breaks += 1;
      cut();
    });
    near.on('error', cut).on('close', cut).pipe(far);
    far.on('error', cut).on('close', cut).pipe(near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new TypeError('the line has no address');
  return {
    address: `http://127.0.0.1:${at.port}`,
    breaks: () => breaks,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
