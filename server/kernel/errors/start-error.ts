import { type ErrorEntry, fillTemplate } from '../../../engine/model/faults/index.ts';

const start = { envelope: '1', http: 500 } as const;

/** Why the server may refuse to start; part of the error catalogue. */
export const startCatalogue = {
  E_START: {
    ...start,
    zh: '启动失败：{got}',
    en: 'the server does not start: {got}',
    next: '以 LOG_LEVEL=debug 重新启动可看到出错的位置，请把它告诉开发者。',
  },
  E_SETTINGS: { ...start, zh: '设置有误：\n{got}', en: 'settings are wrong:\n{got}', next: '按提示逐项改正。' },
  E_DOCUMENTS: {
    ...start,
    zh: '文档有误：\n{got}',
    en: 'documents have faults:\n{got}',
    next: '按提示改正 SCHEMAS_DIR 中的文档（npm run check:schemas）。',
  },
  E_ADDRESS: {
    ...start,
    zh: '无法监听 {address}：{got}',
    en: 'cannot listen on {address}: {got}',
    next: '停止占用该端口的程序，或用 HOST、PORT 指定另一个地址。',
  },
  E_DATA_HELD: {
    ...start,
    zh: '数据目录 {folder} 正由另一个服务使用：进程 {pid}，地址 {address}，自 {since}',
    en: 'the data folder {folder} is held by another server: process {pid}, address {address}, since {since}',
    next: '停止该进程，或用 DATA_DIR 指定另一个目录。',
  },
  E_DATA_FOLDER: {
    ...start,
    zh: '数据目录 {folder} 不可用：{got}',
    en: 'the data folder {folder} cannot be used: {got}',
    next: '改正目录的归属与权限，或用 DATA_DIR 指定另一个目录。',
  },
  E_DATABASE_BINARIES: {
    ...start,
    zh: '找不到可用的 PostgreSQL 程序（{expected}）：{got}',
    en: 'no usable PostgreSQL binaries ({expected}): {got}',
    next: '执行 npm ci 重新安装，或用 DATABASE_URL 指定外部 PostgreSQL。',
  },
  E_DATABASE_START: {
    ...start,
    zh: '内置 PostgreSQL 启动失败：{got}',
    en: 'the embedded PostgreSQL does not start: {got}',
    next: '查看 DATA_DIR 中的 postgres/postgres.log。',
  },
  E_DATABASE_LOST: {
    ...start,
    zh: '内置 PostgreSQL 意外结束，重新启动 {expected} 次未成功：{got}',
    en: 'the embedded PostgreSQL ended and did not start again in {expected} tries: {got}',
    next: '查看 DATA_DIR 中的 postgres/postgres.log，排除原因后重新启动服务。',
  },
  E_DATABASE_UNREACHABLE: {
    ...start,
    zh: '无法连接数据库 {address}：{got}',
    en: 'cannot reach the database {address}: {got}',
    next: '检查 DATABASE_URL 与网络。',
  },
  E_DATABASE_PRIVILEGES: {
    ...start,
    zh: '数据库角色 {role} 权限不足，需要：{expected}；数据库答复：{got}',
    en: 'the database role {role} lacks privileges: {expected}; the database said: {got}',
    next: '由数据库管理员授权，或在 DATABASE_URL 中使用有权限的角色。',
  },
  E_DATABASE_KEY: {
    ...start,
    zh: '数据是用另一个 SECRET_KEY 建立的，用现在这个，遮盖字段将无法解密',
    en: 'the data were made with another SECRET_KEY; masked fields could not be read',
    next: '恢复原来的 SECRET_KEY（没有设置它时，保存在 DATA_DIR/secret.key）；确实没有了，就改用空的数据库。',
  },
  E_SECRET_KEY_GONE: {
    ...start,
    zh: '已有的数据需要建立它们时的密钥，而 {got} 不在；没有另建新的密钥，否则遮盖字段再也无法解密',
    en: 'there are data that need the key they were made with, and {got} is gone; no new key was made',
    next: '把原来的 secret.key 放回 DATA_DIR，或用 SECRET_KEY 指定它；确实没有了，就改用空的 DATA_DIR 或数据库。',
  },
  E_TABLES: {
    ...start,
    zh: '数据表无法自动变更：\n{got}',
    en: 'tables cannot be changed without loss:\n{got}',
    next: '按提示在文档目录的 migrations 中写一份迁移（见 docs/schema-language.md）；文档说不了的写进 server/product/migrations。',
  },
  E_TABLES_OLD_NODES: {
    ...start,
    zh: '仍有旧版本的节点在使用该数据库，以下变更须等它们停止：\n{got}',
    en: 'nodes with older documents still use the database; these changes must wait for them to stop:\n{got}',
    next: '先停止旧节点再启动；要不停机，就分两次发布：先加新字段并同时写入，旧节点都更新后再去掉旧字段。',
  },
  E_TABLES_BUSY: {
    ...start,
    zh: '两分钟内未能取得数据表的锁：{got}',
    en: 'the lock of a table was not to be had within two minutes: {got}',
    next: '结束占用该表的长事务（见 pg_stat_activity）后重新启动。',
  },
  E_BACKUP_FOLDER: {
    ...start,
    zh: '不能备份到 {folder}：{got}',
    en: 'cannot write a backup to {folder}: {got}',
    next: '指定一个新的或空的、可写的目录。',
  },
  E_BACKUP_BROKEN: {
    ...start,
    zh: '备份 {folder} 不完整：{got}',
    en: 'the backup {folder} is not whole: {got}',
    next: '换一份备份。',
  },
  E_AUDIT_HEAD: {
    ...start,
    zh: '--head 应为“序号:封印”，实际为“{got}”',
    en: '--head should be "number:seal", got "{got}"',
    next: '照抄日志封存页上的最后封印，例如 12:0f3a…（64 位）。',
  },
  E_RESTORE_RUNNING: {
    ...start,
    zh: '服务正在 {folder} 上运行，不能恢复',
    en: 'the server runs on {folder}; nothing was restored',
    next: '先停止服务（所有节点），再恢复。',
  },
  E_RESTORE_FULL: {
    ...start,
    zh: '数据库中已有数据（{got}），不会覆盖',
    en: 'the database holds data already ({got}); nothing was overwritten',
    next: '恢复到空的数据库；确要以备份取代现有数据，加上 --replace。',
  },
  E_RESTORE_TABLES: {
    ...start,
    zh: '备份中的这些内容放不进现在的数据表：\n{got}',
    en: 'this content of the backup does not fit the tables:\n{got}',
    next: '用备份时的那一版程序与文档恢复，然后再升级。',
  },
} as const satisfies Record<string, ErrorEntry>;

export type StartErrorCode = keyof typeof startCatalogue;

/** A refusal to start: a coded sentence for the person at the terminal, never a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(
    readonly code: StartErrorCode,
    readonly facts: Readonly<Record<string, unknown>>,
    options?: ErrorOptions,
  ) {
    const entry = startCatalogue[code];
    super(`${code} ${fillTemplate(entry.zh, facts)}\n${entry.next}`, options);
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a Node or PostgreSQL error, when it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
