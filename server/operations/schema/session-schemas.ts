import { passwordLength } from '../../../engine/model/index.ts';
import {
  idSchema,
  type JsonSchema,
  list,
  nullable,
  object,
  ref,
  textSchema,
} from '../../kernel/operation/json-schema.ts';

const projects = list(object({ id: idSchema, name: textSchema }));
const agents = {
  hlAgentId: nullable(textSchema),
  dlswAgentId: nullable(textSchema),
  xzjAgentId: nullable(textSchema),
};

/** What signing in takes. */
export const loginInput: JsonSchema = object({
  account: { type: 'string', minLength: 1, maxLength: 64, title: '账号或手机号' },
  password: { type: 'string', minLength: 1, maxLength: 128, title: '密码', format: 'password' },
});

/** What signing in answers. */
export const loginOutput: JsonSchema = object({
  token: { type: 'string', title: '令牌', description: '其后的请求以 X-App-Token 携带。' },
  id: idSchema,
  name: textSchema,
  mobile: { type: 'string', title: '手机号（遮盖）' },
  firstLogin: { enum: ['0', '1'], title: '“0” 表示须先修改密码' },
  projectlist: projects,
  ...agents,
});

const mobile: JsonSchema = { type: 'string', title: '手机号（遮盖）' };
const ownInfo = { id: idSchema, name: textSchema, mobile, departmentId: idSchema, idNames: projects, ...agents };

/** Who the caller is, and who looks as him. */
export const myInfoOutput: JsonSchema = object(
  { ...ownInfo, viewer: { ...object({ name: textSchema, mobile }), description: '以他人身份查看时，查看的人。' } },
  Object.keys(ownInfo),
);

/** What changing the password takes; the rules are those of the form. */
export const passwordInput: JsonSchema = object({
  password: { type: 'string', minLength: passwordLength.min, maxLength: 128, title: '旧密码', format: 'password' },
  newPassword: {
    type: 'string',
    minLength: passwordLength.min,
    maxLength: passwordLength.max,
    title: '新密码',
    description: '以英文字母或数字开头，含数字、英文字母与特殊字符，没有空格。',
    format: 'password',
  },
});

/** Where the caller's picture is. */
export const avatarOutput: JsonSchema = nullable(object({ id: idSchema, address: textSchema }));
export const avatarInput: JsonSchema = object({
  id: { ...nullable(idSchema), title: '图片', description: '先由 /v1/file/image 上传；空为不要头像。' },
});

/** One entry of the menu tree; it holds itself. */
export const menuItemSchema: JsonSchema = object({
  name: textSchema,
  path: textSchema,
  resourceUrl: textSchema,
  component: textSchema,
  redirect: nullable(textSchema),
  hidden: { type: 'boolean' },
  meta: object({
    title: textSchema,
    icon: nullable(textSchema),
    keepAlive: { type: 'boolean' },
    permission: list(textSchema),
  }),
  children: list(ref('MenuItem')),
});

/** Permission keys held, written out. */
export const buttonsOutput: JsonSchema = list(object({ name: textSchema }));

/** What is asked where a path leads. */
export const routeInput: JsonSchema = object({ path: { type: 'string', maxLength: 400, title: '路径' } });

/** The page a path leads to. */
export const routeOutput: JsonSchema = nullable(object({ name: textSchema }));

/** What a page is asked by. */
export const pageInput: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string', title: '页面名称' } },
  required: ['name'],
};

/** A page document with the documents it is drawn from; their grammar is docs/schema-reference.md. */
export const pageOutput: JsonSchema = object({
  page: { type: 'object' },
  entities: list({ type: 'object' }),
  dictionaries: list({ type: 'object' }),
  datasets: list({ type: 'object' }),
  faults: list({ type: 'object' }),
  creates: list({ type: 'object' }),
  unrevealed: list(textSchema),
  isPersonal: { type: 'boolean', title: '有个人信息', description: '页面显示遮盖的字段，盖水印。' },
  hash: textSchema,
});
