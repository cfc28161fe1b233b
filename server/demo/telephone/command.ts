import { startPhoneServer } from './phone-server.ts';

// The demo telephone system as a process of its own, for tests: port, secret, and the address of the server it tells of calls.
const [port = '0', secret = '', server] = process.argv.slice(2);
const running = await startPhoneServer({
  port: Number(port),
  secret,
  server: () => server,
  onFault: (error) => process.stderr.write(`${String(error)}\n`),
});
process.stdout.write(`ready ${running.port}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    void running.close().then(() => process.exit(0));
  });
