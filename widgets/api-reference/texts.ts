/** What the page calls the words of the document. */
export const accessTexts: Readonly<Record<string, string>> = {
  permission: '需要权限',
  signedIn: '登录即可',
  open: '无需登录',
  signed: '凭签名地址',
};

export const idempotencyTexts: Readonly<Record<string, string>> = {
  none: '不需要请求编号',
  accepted: '可带请求编号',
  required: '必须带请求编号',
};

export const auditTexts: Readonly<Record<string, { readonly text: string; readonly tone: string }>> = {
  read: { text: '只读', tone: 'default' },
  change: { text: '改动数据', tone: 'orange' },
  reveal: { text: '查看明文', tone: 'red' },
  export: { text: '导出数据', tone: 'red' },
  session: { text: '会话', tone: 'blue' },
};
