import { useEffect, useState } from 'react';

/** The window of an empty frame with all the styles of the page around it, those that come later too. */
export function useInnerWindow(frame: HTMLIFrameElement | null): Window | undefined {
  const [inner, setInner] = useState<Window>();
  useEffect(() => {
    const shown = frame?.contentWindow;
    if (shown === null || shown === undefined) return undefined;
    const { head, documentElement } = shown.document;
    documentElement.lang = document.documentElement.lang;
    const copies = new Map<Node, Node>();
    const take = (node: Node) => {
      if (!isStyle(node)) return;
      copies.get(node)?.parentNode?.removeChild(copies.get(node) ?? node);
      const copy = shown.document.importNode(node, true);
      // The nonce of a style that stands in the page is hidden from a copy.
      copy.nonce = node.nonce;
      copies.set(node, head.appendChild(copy));
    };
    const drop = (node: Node) => {
      const copy = copies.get(node);
      if (copy !== undefined) head.removeChild(copy);
      copies.delete(node);
    };
    for (const node of document.head.childNodes) take(node);
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const node of removedNodes) drop(node);
        for (const node of addedNodes) take(node);
      }
    });
    observer.observe(document.head, { childList: true });
    let isGone = false;
    // What is measured before its styles are there, such as the mark below a tab, would keep the wrong size.
    void Promise.all([...copies.values()].map(styled)).then(() => {
      if (!isGone) setInner(shown);
    });
    return () => {
      isGone = true;
      observer.disconnect();
      setInner(undefined);
    };
  }, [frame]);
  return inner;
}

/** Waits until a style sheet has come, or is known not to. */
function styled(node: Node): Promise<void> {
  return new Promise((resolve) => {
    if (node.nodeName !== 'LINK' || ('sheet' in node && node.sheet !== null)) resolve();
    node.addEventListener('load', () => resolve(), { once: true });
    node.addEventListener('error', () => resolve(), { once: true });
  });
}

function isStyle(node: Node): node is HTMLStyleElement | HTMLLinkElement {
  return node instanceof HTMLStyleElement || (node instanceof HTMLLinkElement && node.rel === 'stylesheet');
}
