import type { Fault, FaultCode, MissingAct } from './fault.ts';

/** Envelope codes of the specification: how loudly the client tells the user. */
export type EnvelopeCode = '0' | '1' | '1001' | '1002' | '1003';

/** One entry of the error catalogue. `{name}` in the texts is replaced by the fact of that name. */
export type ErrorEntry = {
  readonly envelope: EnvelopeCode;
  /** HTTP status; 200 for every application outcome, others for transport only. */
  readonly http: number;
  readonly zh: string;
  readonly en: string;
  /** What the reader can do about it, for docs/errors.md. */
  readonly next: string;
};

const business = { envelope: '1', http: 200 } as const;

/** Every error the engine can answer. Domain errors are registered beside their domain code. */
export const errorCatalogue = {
  // Documents
  E_JSON_UNREADABLE: {
    ...business,
    zh: '不是有效的 JSON：{got}',
    en: 'not valid JSON: {got}',
    next: '检查逗号与引号。',
  },
  E_SCHEMA_VERSION: {
    ...business,
    zh: '文档版本应为 {expected} 的整数，实际为 {got}',
    en: 'the document version should be an integer within {expected}, got {got}',
    next: '更高的版本须先升级产品；否则改正 `schemaVersion`。',
  },
  E_SCHEMA_SHAPE: {
    ...business,
    zh: '应为 {expected}，实际为 {got}',
    en: 'expected {expected}, got {got}',
    next: '对照 engine/meta 中的语法。',
  },
  E_SCHEMA_DUPLICATE: {
    ...business,
    zh: '“{got}”重复，{expected}',
    en: '"{got}" is a duplicate, {expected}',
    next: '换一个名称。',
  },
  E_SCHEMA_UNKNOWN_NAME: {
    ...business,
    zh: '找不到{expected}“{got}”',
    en: 'unknown {expected} "{got}"',
    next: '改为已声明的名称。',
  },
  E_SCHEMA_EXPRESSION: {
    ...business,
    zh: '表达式有误：应为 {expected}，实际为 {got}',
    en: 'bad expression: expected {expected}, got {got}',
    next: '改正表达式。',
  },
  E_SCHEMA_PERMISSION: {
    ...business,
    zh: '权限键应为 {expected}，实际为 {got}',
    en: 'permission should be {expected}, got {got}',
    next: '与该操作的权限键保持一致。',
  },
  E_SCHEMA_CONFLICT: {
    ...business,
    zh: '应为 {expected}，实际为 {got}',
    en: 'expected {expected}, got {got}',
    next: '使两处一致。',
  },
  // Input
  E_INPUT_REQUIRED: { ...business, zh: '请{act}{title}', en: '{title} is required', next: '补充该字段。' },
  E_INPUT_TYPE: {
    ...business,
    zh: '{title}应为{expected}，实际为 {got}',
    en: '{title} should be {expected}, got {got}',
    next: '改正该字段的类型。',
  },
  E_INPUT_UNKNOWN: {
    ...business,
    zh: '不认识的字段 {got}',
    en: 'unknown field {got}',
    next: '去掉该字段或改正其名称。',
  },
  E_INPUT_READONLY: {
    ...business,
    zh: '{title}由系统维护，不能填写',
    en: '{title} is kept by the system',
    next: '去掉该字段。',
  },
  E_INPUT_TOO_LONG: {
    ...business,
    zh: '{title}不能超过{expected}个字符',
    en: '{title} may have at most {expected} characters',
    next: '缩短内容。',
  },
  E_INPUT_TOO_SHORT: {
    ...business,
    zh: '{title}不能少于{expected}个字符',
    en: '{title} needs at least {expected} characters',
    next: '补充内容。',
  },
  E_INPUT_RANGE: {
    ...business,
    zh: '{title}应在{expected}之间，实际为 {got}',
    en: '{title} should be within {expected}, got {got}',
    next: '改正数值。',
  },
  E_INPUT_TOO_MANY: {
    ...business,
    zh: '{title}至多 {expected} 个，实际 {got} 个',
    en: '{title} holds at most {expected}, got {got}',
    next: '去掉一些。',
  },
  E_INPUT_FORMAT: { ...business, zh: '请输入正确的{title}', en: '{title} is not well formed', next: '改正格式。' },
  E_INPUT_CHARACTER: {
    ...business,
    zh: '{title}含有无法保存的字符（{got}）',
    en: '{title} holds a character that cannot be kept ({got})',
    next: '去掉该字符；多半是从别处复制时带来的。',
  },
  E_INPUT_COST: {
    ...business,
    zh: '{title}过于复杂（{got}，至多 {expected}）',
    en: '{title} asks for too much ({got}, at most {expected})',
    next: '少选一些关联的列、汇总、条件或排序。',
  },
  E_INPUT_CHOICE: {
    ...business,
    zh: '{title}没有“{got}”这个选项',
    en: '{title} has no choice "{got}"',
    next: '从选项中选择。',
  },
  E_INPUT_FUTURE: {
    ...business,
    zh: '{title}必须晚于现在',
    en: '{title} must lie in the future',
    next: '选择以后的时间。',
  },
  E_INPUT_FILE: {
    envelope: '1',
    http: 200,
    zh: '{title}不能用“{got}”，可用：{expected} 以内',
    en: '{title} does not take "{got}", only {expected}',
    next: '换成可用的文件；按内容判断，改扩展名没有用。',
  },
  E_INPUT_REFERENCE: {
    ...business,
    zh: '{title}所选的数据不存在或无权查看',
    en: '{title} refers to something missing or out of reach',
    next: '重新选择。',
  },
  E_INPUT_DUPLICATE: {
    ...business,
    zh: '{title}已存在',
    en: '{title} already exists',
    next: '换一个值，或打开已有的数据。',
  },
  E_INPUT_RULE: {
    ...business,
    zh: '{expected}',
    en: 'refused by a rule: {expected}',
    next: '满足提示中的条件。',
  },
  E_INPUT_OVERLAP: {
    ...business,
    zh: '{expected}',
    en: 'overlaps another row: {expected}',
    next: '换一个时间段，或先调整提示中的数据。',
  },
  E_INPUT_CYCLE: {
    ...business,
    zh: '{title}不能是“{got}”，它就是这条数据或在其下级之中',
    en: '{title} cannot be "{got}": it is this row or lies below it',
    next: '选择不在其下级之中的数据。',
  },
  E_INPUT_DEPTH: {
    ...business,
    zh: '{title}使层级达到 {got} 层，最多 {expected} 层',
    en: '{title} makes the tree {got} levels deep, at most {expected}',
    next: '选择更靠上的上级。',
  },
  E_INPUT_INVALID: {
    ...business,
    zh: '提交的内容有误，请检查标出的字段',
    en: 'the input has faults',
    next: '见 faults 中逐条的位置。',
  },
  // Requests
  E_BODY_UNREADABLE: {
    envelope: '1',
    http: 400,
    zh: '请求内容无法读取',
    en: 'the body cannot be read',
    next: '以 JSON 发送。',
  },
  E_PATH_UNKNOWN: {
    envelope: '1',
    http: 404,
    zh: '没有这个接口：{got}',
    en: 'no such path: {got}',
    next: '检查接口路径。',
  },
  E_METHOD: {
    envelope: '1',
    http: 405,
    zh: '该接口只接受 {expected}',
    en: 'this path takes {expected} only',
    next: '改用 POST。',
  },
  E_BODY_TOO_LARGE: { envelope: '1', http: 413, zh: '请求内容过大', en: 'the body is too large', next: '缩小请求。' },
  E_BODY_TOO_MANY: {
    envelope: '1',
    http: 413,
    zh: '请求内容的项目过多，至多 {expected} 个',
    en: 'the body holds too many elements, at most {expected}',
    next: '分几次发送。',
  },
  E_CONTENT_TYPE: {
    envelope: '1',
    http: 415,
    zh: '请求内容应为 {expected}',
    en: 'the content type should be {expected}',
    next: '设置 Content-Type。',
  },
  // Files and import
  E_FILE_MISSING: {
    envelope: '1',
    http: 400,
    zh: '请求中没有文件，或不止一个',
    en: 'the request holds no file or more than one',
    next: '以 multipart/form-data 发送一个文件。',
  },
  E_FILE_EMPTY: {
    envelope: '1',
    http: 200,
    zh: '文件是空的',
    en: 'the file is empty',
    next: '换一个有内容的文件。',
  },
  E_FILE_TOO_LARGE: {
    envelope: '1',
    http: 413,
    zh: '文件过大，最多 {expected}',
    en: 'the file is larger than {expected}',
    next: '压缩或拆分后再上传。',
  },
  E_FILE_TYPE: {
    envelope: '1',
    http: 200,
    zh: '不支持这种文件（{got}），可用：{expected}',
    en: 'this kind of file ({got}) is not taken, only {expected}',
    next: '按内容判断类型，改扩展名没有用；换成可用的格式。',
  },
  E_RATE_LIMIT: {
    ...business,
    zh: '操作过于频繁，请{expected}秒后再试',
    en: 'too often, wait {expected} seconds',
    next: '等待后再试。',
  },
  E_QRCODE_TOO_LONG: {
    ...business,
    zh: '内容过长，二维码放不下',
    en: 'no code holds so much at this level',
    next: '缩短内容，或降低容错。',
  },
  E_FILE_QUOTA: {
    envelope: '1',
    http: 200,
    zh: '上传后未使用的文件过多，最多 {expected} 个',
    en: 'too many files uploaded and not used, at most {expected}',
    next: '保存用到它们的数据，或等未使用的文件次日清理。',
  },
  E_FILE_GONE: {
    envelope: '1',
    http: 404,
    zh: '文件不存在或已过期',
    en: 'the file is missing or has expired',
    next: '重新上传或重新生成。',
  },
  E_FILE_ADDRESS: {
    envelope: '1',
    http: 404,
    zh: '文件地址已失效，请重新打开',
    en: 'the address of the file is no longer valid',
    next: '地址一分钟内有效且随会话失效，重新获取。',
  },
  E_FILE_GUARDED: {
    envelope: '1',
    http: 200,
    zh: '该文件不能直接打开，请在所属记录中查看',
    en: 'a guarded file is given out by its record only',
    next: '打开所属的记录，用其中的按钮。',
  },
  E_FILE_RANGE: {
    envelope: '1',
    http: 416,
    zh: '文件没有所请求的部分',
    en: 'the file has no such part',
    next: '去掉或改正 Range。',
  },
  E_IMPORT_FILE: {
    envelope: '1',
    http: 200,
    zh: '文件无法读取：{got}',
    en: 'the file cannot be read: {got}',
    next: '用表格软件另存为 xlsx 或 UTF-8 的 csv 后再导入。',
  },
  E_IMPORT_LIMIT: {
    envelope: '1',
    http: 200,
    zh: '文件超出可处理的范围：{got}，最多 {expected}',
    en: 'the file is beyond what is processed: {got}, at most {expected}',
    next: '拆成几个文件，去掉多余的工作表、列与格式。',
  },
  E_IMPORT_EMPTY: {
    envelope: '1',
    http: 200,
    zh: '文件中没有数据行',
    en: 'the file holds no rows',
    next: '第一行为标题，从第二行起填写数据。',
  },
  E_IMPORT_REPEATED: {
    envelope: '1',
    http: 200,
    zh: '这个文件 {got} 刚导入过，确定要再次导入吗？',
    en: 'this file was imported at {got}',
    next: '确认后带 `again: true` 再次提交。',
  },
  E_IMPORT_UNDO: {
    envelope: '1',
    http: 200,
    zh: '这次导入不能撤销：{got}',
    en: 'this import cannot be undone: {got}',
    next: '只有已完成、未撤销过的正式导入可以撤销。',
  },
  E_TOO_MANY: {
    envelope: '1',
    http: 429,
    zh: '操作过于频繁，请稍后再试',
    en: 'too many requests',
    next: '等待 Retry-After 所示秒数。',
  },
  E_SERVER: {
    envelope: '1001',
    http: 500,
    zh: '服务器繁忙，请稍后重试',
    en: 'the server failed',
    next: '凭请求编号联系管理员。',
  },
  E_BUSY: {
    envelope: '1001',
    http: 503,
    zh: '服务器繁忙，请稍后重试',
    en: 'the server is busy',
    next: '等待 Retry-After 所示秒数后重试。',
  },
  E_OVERLOADED: {
    envelope: '1001',
    http: 503,
    zh: '请求过多，请稍后重试',
    en: 'too many requests at once',
    next: '等待 Retry-After 所示秒数后以同一个 Idempotency-Key 重试；持续出现时增加节点。',
  },
  E_DATABASE_AWAY: {
    envelope: '1001',
    http: 503,
    zh: '数据库暂时不可用，请稍后重试',
    en: 'the database is away for the moment',
    next: '等待 Retry-After 所示秒数后以同一个 Idempotency-Key 重试：做过的不会再做一遍。',
  },
  E_TOO_LONG: {
    envelope: '1001',
    http: 503,
    zh: '处理超时，请缩小范围后重试',
    en: 'the database gave up a statement that took too long',
    next: '缩小筛选范围；大批数据用导入、导出。',
  },
  E_LOCKED: {
    ...business,
    zh: '数据正在被他人处理，请稍后重试',
    en: 'the row is locked by somebody else',
    next: '稍后重试。',
  },
  // Access
  E_SESSION: {
    envelope: '1002',
    http: 200,
    zh: '登录已失效，请重新登录',
    en: 'the session is gone',
    next: '重新登录。',
  },
  E_STOPPED: {
    envelope: '1003',
    http: 200,
    zh: '您的账号已在其他地方登录或已被停用',
    en: 'the account was stopped',
    next: '联系管理员。',
  },
  E_VIEWING: {
    ...business,
    zh: '正在以“{name}”的身份查看，只能看，不能操作',
    en: 'only reading while looking as {name}',
    next: '退出查看后以本人身份操作。',
  },
  E_VIEW_OVER: {
    envelope: '1002',
    http: 200,
    zh: '查看已结束：对方的权限或您的权限有变化',
    en: 'looking as another is over: what he or you may do has changed',
    next: '关闭此窗口，需要时重新开始。',
  },
  E_LOGIN: { ...business, zh: '账号或密码错误', en: 'wrong account or password', next: '检查账号与密码。' },
  E_LOGIN_THROTTLED: {
    ...business,
    zh: '登录过于频繁，请{expected}秒后再试',
    en: 'too many attempts, wait {expected} seconds',
    next: '等待后再试。',
  },
  E_LOGIN_LOCKED: {
    ...business,
    zh: '密码错误次数过多，请{minutes}分钟后再试，或在登录过的设备上登录',
    en: 'locked after too many wrong passwords, wait {minutes} minutes',
    next: '等待后再试，或请管理员重置密码。',
  },
  E_PASSWORD_FIRST: {
    ...business,
    zh: '首次登录，请先修改密码',
    en: 'the password must be changed first',
    next: '修改密码后继续。',
  },
  E_PASSWORD_WRONG: { ...business, zh: '旧密码错误', en: 'wrong old password', next: '重新输入旧密码。' },
  E_PASSWORD_OLD_REQUIRED: { ...business, zh: '请输入旧密码', en: 'no old password', next: '输入旧密码。' },
  E_PASSWORD_OLD_MIN: {
    ...business,
    zh: '密码不能少于6个字符',
    en: 'an old password has 6 characters or more',
    next: '重新输入旧密码。',
  },
  E_PASSWORD_REQUIRED: { ...business, zh: '请输入新密码', en: 'no new password', next: '输入新密码。' },
  E_PASSWORD_MAX: {
    ...business,
    zh: '新密码不能超过20个字符',
    en: 'a password has 20 characters or fewer',
    next: '缩短新密码。',
  },
  E_PASSWORD_MIN: {
    ...business,
    zh: '新密码长度不能低于6个字符',
    en: 'a password has 6 characters or more',
    next: '加长新密码。',
  },
  E_PASSWORD_START: {
    ...business,
    zh: '密码必须以英文字母或数字开头',
    en: 'a password begins with a letter or digit',
    next: '换一个以字母或数字开头的密码。',
  },
  E_PASSWORD_COMPOSE: {
    ...business,
    zh: '密码必须由数字、英文字母和特殊字符组成！',
    en: 'a password holds digits, letters and special characters',
    next: '补充缺少的一类字符，去掉空格与其他文字。',
  },
  E_PASSWORD_SAME: {
    ...business,
    zh: '新密码和旧密码不能相同',
    en: 'the new password is the old one',
    next: '换一个新密码。',
  },
  E_NO_PERMISSION: {
    envelope: '1001',
    http: 200,
    zh: '您没有该操作的权限',
    en: 'no permission',
    next: '向管理员申请权限。',
  },
  E_NO_PAGE: {
    envelope: '1001',
    http: 200,
    zh: '暂无权限，请联系相关人员开通页面权限',
    en: 'no permission for this page',
    next: '向管理员申请页面权限。',
  },
  E_PAGE_OPERATION: {
    envelope: '1001',
    http: 200,
    zh: '页面“{expected}”没有该操作',
    en: 'the page "{expected}" does not list this operation',
    next: '从声明了该操作的页面发起。',
  },
  // Data
  E_NOT_FOUND: { ...business, zh: '数据不存在或无权查看', en: 'missing or out of reach', next: '刷新列表。' },
  E_VERSION: {
    ...business,
    zh: '数据已被他人修改，请核对后再保存',
    en: 'somebody else changed these fields',
    next: '核对 data.error.fields 中的差异后再保存。',
  },
  E_STATE: {
    ...business,
    zh: '当前状态不允许该操作',
    en: 'not possible in the present state',
    next: '刷新后查看当前状态。',
  },
  E_WHO: { ...business, zh: '{expected}', en: 'not for you: {expected}', next: '请由提示中的人操作。' },
  E_NOT_EDITABLE: {
    ...business,
    zh: '{expected}',
    en: 'closed in this state: {expected}',
    next: '刷新后查看当前状态；需要改动时先走相应的流转。',
  },
  E_RULE: { ...business, zh: '{expected}', en: 'refused by a rule: {expected}', next: '按提示修改后再保存。' },
  E_GUARD: { ...business, zh: '{expected}', en: 'refused by a rule: {expected}', next: '满足提示中的条件。' },
  E_EFFECT_ROWS: {
    ...business,
    zh: '一次最多影响 {got} 条{expected}，没有执行',
    en: 'at most {got} rows of {expected} at once; nothing was done',
    next: '分批处理，或请管理员在实体文档的 effects 里调整 max。',
  },
  E_LOOKUP_ROWS: {
    ...business,
    zh: '{expected}超过 {got} 条，不能用于 lookup，没有执行',
    en: '{expected} has more than {got} rows, too many to look up in; nothing was done',
    next: '停用或删除多余的配置行，或请管理员改用引用字段。',
  },
  E_PREVIEW: {
    ...business,
    zh: '{expected}',
    en: 'look at what this brings with it first: {expected}',
    next: '核对列出的数据后再确认。',
  },
  E_SECOND_WAITING: {
    ...business,
    zh: '已有一次申请在等待复核（{expected}），请勿重复提交',
    en: 'already waiting for a second person ({expected})',
    next: '等另一人复核，或由申请人撤回后再提交。',
  },
  E_SECOND_SELF: {
    ...business,
    zh: '申请人不能复核自己的申请，须由另一人复核',
    en: 'somebody else has to confirm what you asked for',
    next: '请另一位有复核权限的同事处理。',
  },
  E_SECOND_GONE: {
    ...business,
    zh: '这次申请{expected}',
    en: 'this request is no longer waiting: {expected}',
    next: '刷新后查看；需要时重新申请。',
  },
  E_SECOND_CHANGED: {
    ...business,
    zh: '申请之后{expected}已有改动，不能再复核，请重新申请',
    en: 'the record ({expected}) was changed after this was asked for',
    next: '核对当前内容后，由申请人重新提交。',
  },
  E_ROWS_FIXED: {
    ...business,
    zh: '{expected}不能增加、删除或移动行',
    en: 'rows of {expected} cannot be added, removed or moved',
    next: '只填写各行；行随主记录一起新增。',
  },
  E_QUEUE_HELD: {
    ...business,
    zh: '{expected}正在处理这一条',
    en: 'somebody else ({expected}) is working on this row',
    next: '领取下一条，或等对方处理完、保留到期之后再来。',
  },
  E_QUEUE_GONE: {
    ...business,
    zh: '这一条已不在队列中',
    en: 'this row is no longer in the queue',
    next: '领取下一条。',
  },
  E_EDITION_FIXED: {
    ...business,
    zh: '{expected}已经发布，不能再改动；请修订为新的一版',
    en: 'the edition ({expected}) is published and changes no more; revise it into the next one',
    next: '点“修订”生成下一版草稿，修改后发布。',
  },
  E_EDITION_DRAFT: {
    ...business,
    zh: '{expected}正在由其他同事修订',
    en: 'somebody else is at work on the next edition ({expected})',
    next: '等那一版发布或删除之后再来，或请其负责人处理。',
  },
  E_HAS_CHILDREN: {
    ...business,
    zh: '“{expected}”下还有 {got} 条下级数据，不能删除',
    en: '"{expected}" still has {got} rows below it',
    next: '先移走或删除下级。',
  },
  E_RESTORE: {
    ...business,
    zh: '不能恢复：{expected}',
    en: 'cannot be restored: {expected}',
    next: '先处理提示中的数据，再恢复。',
  },
  E_SELECTION: {
    ...business,
    zh: '符合条件的数据已从 {expected} 条变为 {got} 条，请核对后再操作',
    en: '{got} rows match now, not {expected}',
    next: '按 data.error.count 中的新条数重新确认。',
  },
  E_REVEAL_LIMIT: {
    ...business,
    zh: '今日查看明文次数已达上限',
    en: 'no more reveals today',
    next: '明日再查看，或请管理员调整脱敏设置中的每日次数。',
  },
  E_LOOKUP_LIMIT: {
    ...business,
    zh: '按整值查找{field}的次数已达上限，请{when}再试',
    en: 'no more lookups of {field}, try again {when}',
    next: '等待后再试，或请管理员调整脱敏设置中的整值查找次数。',
  },
  E_REVEAL_CALL_ONLY: {
    ...business,
    zh: '{expected}仅可点击拨号，不能查看明文',
    en: '{expected} may be dialled, not shown',
    next: '由系统拨号，或请管理员调整脱敏设置。',
  },
  E_REVEAL_ROW: {
    ...business,
    zh: '{expected}',
    en: '{expected}',
    next: '先让这条记录不再处于该情形，例如先领取客户。',
  },
  E_UNDO: {
    ...business,
    zh: '不能撤销：{expected}',
    en: 'cannot be undone: {expected}',
    next: '逐条核对后自行改回。',
  },
  E_VIEW_LIMIT: {
    ...business,
    zh: '每个页面最多保存 {max} 个视图，请先删除不用的',
    en: 'a page takes at most {max} views of one person',
    next: '删除不用的视图，或修改已有的视图。',
  },
  E_CURSOR: {
    ...business,
    zh: '翻页位置无效，请从第一页开始',
    en: 'the cursor is not valid',
    next: '从第一页重新查询。',
  },
  E_JOB_OVER: {
    ...business,
    zh: '任务已结束，不能取消',
    en: 'the job is over',
    next: '刷新任务列表。',
  },
  E_JOB_WAITING: {
    ...business,
    zh: '您已有 {max} 个任务在排队，请等其中一些完成',
    en: '{max} jobs of yours are waiting',
    next: '等待，或取消不需要的任务。',
  },
  E_JOB_FAILED: {
    ...business,
    zh: '任务多次未能完成，已停止',
    en: 'the job failed repeatedly and was stopped',
    next: '稍后重新开始；仍不行时把任务的请求编号告诉管理员。',
  },
  E_EXPORT_LIMIT: {
    ...business,
    zh: '导出数量超过上限（{max}条），请缩小查询范围',
    en: 'more rows than the {max} that may be exported at once',
    next: '缩小查询范围，或由管理员提高角色的单次导出上限。',
  },
  E_IDEMPOTENCY: {
    ...business,
    zh: '同一请求编号提交了不同的内容',
    en: 'the idempotency key was used with another body',
    next: '换一个 Idempotency-Key。',
  },
  E_KEY_REQUIRED: {
    ...business,
    zh: '该操作须带请求编号，以免重复执行',
    en: 'this operation needs an Idempotency-Key',
    next: '为每次提交生成一个 Idempotency-Key，重试时不变。',
  },
} as const satisfies Record<string, ErrorEntry>;

/** A code of the engine's own catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

/** Languages the catalogue speaks. */
export type Language = 'zh' | 'en';

const catalogueOfFaults: Record<FaultCode, ErrorEntry> = errorCatalogue;

const actWords: Record<MissingAct, string> = { choose: '选择', upload: '上传' };

/** Fills `{name}` in a template from facts; a missing fact becomes an empty text. */
export function fillTemplate(template: string, facts: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}

/** One sentence for a fault, with the nearest name where there is one. */
export function faultMessage(fault: Fault, language: Language = 'zh'): string {
  const entry = catalogueOfFaults[fault.code];
  const expected = language === 'en' ? (fault.expectedEn ?? fault.expected) : fault.expected;
  const act = fault.act === undefined ? '填写' : actWords[fault.act];
  const facts = { ...fault, expected, act, title: fault.title ?? fault.pointer.split('/').at(-1) ?? '' };
  const place = language === 'zh' ? '（第 {at} 个字符）' : ' (character {at})';
  const at = fault.offset === undefined ? '' : fillTemplate(place, { at: fault.offset + 1 });
  const sentence = `${fillTemplate(entry[language], facts)}${at}`;
  if (fault.nearest === undefined) return sentence;
  return language === 'zh'
    ? `${sentence}，是否为“${fault.nearest}”？`
    : `${sentence}; did you mean "${fault.nearest}"?`;
}
