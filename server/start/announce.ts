import type { DocumentSet } from '../../engine/model/documents/index.ts';
import type { Config } from '../config/config.ts';
import { demoAccounts } from '../demo/demo-source.ts';
import { productTitle } from '../kernel/text/product-title.ts';
import type { Accounts } from './prepare-database.ts';

/** Tells the person at the terminal where the product is and with what to sign in. */
export function announce(
  address: string,
  config: Config,
  documents: DocumentSet,
  { firstAccount: first, demoPassword }: Accounts,
): void {
  const lines = ['', `  ${productTitle(documents)}  ${address}`, ''];
  if (config.mode === 'demo') {
    lines.push(
      '  演示账号（密码相同）：',
      `  密码  ${demoPassword ?? `（${config.demoPasswordFile} 不在了；密码仍是建立数据时的）`}`,
    );
    for (const { account, role } of demoAccounts(documents))
      lines.push(`  ${account.padEnd(20)}${documents.roles.get(role)?.title ?? role}`);
  }
  if (first !== undefined) lines.push(`  初始管理员 ${first.account}，一次性密码 ${first.password}（首次登录须修改）`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
