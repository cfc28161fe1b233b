import { benchPassword } from './bench-size.ts';
import { callOnce } from './load.ts';
import type { BenchServer } from './servers.ts';

type Values = Readonly<Record<string, unknown>>;

/** How a job ended, as whoever started it sees it. */
export type EndedJob = Values & { readonly fileId: string | null; readonly message: string };

/** Works with files as the browser does: signs in, sends them, starts jobs and waits for them, fetches what they made. */
export class BenchSession {
  readonly #headers: Record<string, string> = {
    'x-app-platform': 'sys',
    'x-app-version': '2.2.1',
  };

  private constructor(private readonly server: BenchServer) {}

  /** Opens one for an account, on a page where the work is done from one. */
  static async open(server: BenchServer, account: string, page?: string): Promise<BenchSession> {
    const bench = new BenchSession(server);
    const { token } = await bench.ask('/v1/sys/user/login', { account, password: benchPassword });
    bench.#headers['x-app-token'] = String(token);
    if (page !== undefined) bench.#headers['x-app-page'] = page;
    return bench;
  }

  /** Calls an operation that is accepted. */
  ask(path: string, body: Values): Promise<Record<string, unknown>> {
    return callOnce(this.server, { path, headers: this.#headers, body: () => body });
  }

  /** Sends a file and answers its id. */
  async upload(name: string, content: Blob): Promise<string> {
    const form = new FormData();
    form.append('file', content, name);
    const response = await fetch(`${this.server.url}/v1/file/upload`, {
      method: 'POST',
      headers: this.#headers,
      body: form,
    });
    const answer: { readonly code: string; readonly data?: { readonly id?: string } } = JSON.parse(
      await response.text(),
    );
    if (answer.code !== '0' || answer.data?.id === undefined) throw new Error(`upload: ${JSON.stringify(answer)}`);
    return answer.data.id;
  }

  /** Waits for the end of a job. */
  async ended(jobId: unknown): Promise<EndedJob> {
    for (;;) {
      const job = await this.ask('/v1/background/job/view', {
        id: jobId,
        fields: ['status', 'message', 'fileId', 'result'],
      });
      const { status, message, fileId } = job;
      if (status === 'done')
        return { ...job, message: String(message), fileId: typeof fileId === 'string' ? fileId : null };
      if (status !== 'pending' && status !== 'running') throw new Error(`${status}: ${message}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Reads a file to its end and answers its bytes. */
  async download(id: string): Promise<number> {
    const { address } = await this.ask('/v1/file/download', { id });
    return sizeOf(await fetch(new URL(String(address), this.server.url)));
  }
}

/** Reads an answer to its end, as it comes. */
export async function sizeOf(response: Response): Promise<number> {
  if (!response.ok || response.body === null) throw new Error(`${response.url}: ${response.status}`);
  let size = 0;
  for await (const chunk of response.body) size += chunk.length;
  return size;
}
