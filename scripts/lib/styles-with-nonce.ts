import type { Plugin } from 'vite';

const writer = /rc-util\/es\/Dom\/dynamicCSS\.js$/;
const made = "var styleNode = document.createElement('style');";
const withNonce = `${made}
  styleNode.nonce = document.querySelector('meta[name="csp-nonce"]')?.content ?? '';`;

/**
 * Gives every style that antd's parts write while running the page's nonce. Two of them forget it: what keeps the page
 * still behind a drawer, and what measures the scroll bars of a table. The policy would refuse them.
 */
export function stylesWithNonce(): Plugin {
  return {
    name: 'styles-with-nonce',
    transform(code, id) {
      if (!writer.test(id.replaceAll('\\', '/'))) return undefined;
      if (!code.includes(made))
        this.error('rc-util makes its styles in another way: adapt scripts/lib/styles-with-nonce.ts');
      return { code: code.replace(made, withNonce), map: null };
    },
  };
}
