import type { SigningAnswer } from '../../contract/signing/agreement-signing.ts';
import { shanghaiTime } from '../kernel/text/shanghai-time.ts';
import { escapeHtml } from './branded-page.ts';

/** All the style of the page. */
export const signingStyle = `
:root{color-scheme:light dark;font:16px/1.75 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
body{max-width:46rem;margin:0 auto;padding:1rem;color:#1f1f1f;background:#fff}
h1{font-size:1.25rem;margin:.5rem 0}
h2{font-size:1rem;margin:1.5rem 0 .5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0}
dt{color:#595959}
dd{margin:0;overflow-wrap:anywhere}
main{border:1px solid #d9d9d9;border-radius:8px;padding:0 1rem;margin:1rem 0;overflow-x:auto;overflow-wrap:anywhere}
main img{max-width:100%}
table{border-collapse:collapse}
td,th{border:1px solid #bfbfbf;padding:4px 8px}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.75rem 0}
input{font:inherit;padding:.5rem .75rem;border:1px solid #8c8c8c;border-radius:6px;min-width:0;flex:1 1 10rem;background:inherit;color:inherit}
button{font:inherit;padding:.5rem 1.25rem;border:1px solid #0958d9;border-radius:6px;background:#fff;color:#0958d9;min-height:44px}
button.main{background:#0958d9;color:#fff}
.said{border-left:4px solid #0958d9;padding:.5rem 1rem;background:#e6f4ff}
.quiet{color:#595959;font-size:.875rem}
@media (prefers-color-scheme:dark){body{color:#e8e8e8;background:#141414}dt,.quiet{color:#a6a6a6}main,td,th{border-color:#424242}
button{background:#141414;color:#69b1ff;border-color:#69b1ff}.said{background:#111a2c}}
`;

/** The page of an agreement: its text, and what its signer may do with it. */
export function signingPage(agreement: SigningAnswer, said: string): string {
  const { title, agreementNo, body, hash, signerName, signedAt, expireAt } = agreement;
  const facts: readonly (readonly [string, string])[] = [
    ['协议编号', agreementNo],
    ['签署人', signerName],
    signedAt === null ? ['截止时间', shanghaiTime(expireAt)] : ['签署时间', shanghaiTime(signedAt)],
    ['文件摘要', hash],
  ];
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  // The body was cleaned when its template was kept, and what is filled in says nothing but its words.
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1><dl>${list}</dl><main>${body}</main>${saidWords(said)}${
      signedAt === null ? forms(agreement) : '<p class="said" role="status">您已签署这份协议。</p>'
    }`,
  );
}

/** A page that says one thing. */
export function messagePage(words: string): string {
  return page('签署协议', `<h1>签署协议</h1>${saidWords(words)}`);
}

function forms({ mobile }: SigningAnswer): string {
  return `<h2>签署</h2>
<form method="post"><button name="act" value="code">获取验证码</button><span class="quiet">发到 ${escapeHtml(mobile)}</span></form>
<form method="post"><input name="code" aria-label="验证码" placeholder="六位验证码" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required />
<button class="main" name="act" value="sign">同意并签署</button></form>
<p class="quiet">点“同意并签署”即表示您已阅读并同意以上全部内容。签署的时间、网络地址与文件摘要会记录下来。</p>
<details><summary>不同意，拒签</summary><form method="post"><input name="reason" aria-label="拒签原因" placeholder="拒签原因" maxlength="200" required />
<button name="act" value="refuse">拒签</button></form></details>`;
}

function saidWords(said: string): string {
  return said === '' ? '' : `<p class="said" role="status">${escapeHtml(said)}</p>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escapeHtml(title)}</title><style>${signingStyle}</style></head><body>${content}</body></html>
`;
}
