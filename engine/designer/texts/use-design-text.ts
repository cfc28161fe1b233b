import { useCallback } from 'react';
import { fillTemplate } from '../../model/faults/index.ts';
import { useEngine } from '../../react/index.ts';
import texts from './texts.zh-CN.json';

/** Key of a text of the designer; all begin with `designer.`. */
export type DesignTextKey = keyof typeof texts;

/** The text of a key: the host's when it has one, else the shipped Chinese one. */
export type DesignText = (key: DesignTextKey, params?: Readonly<Record<string, unknown>>) => string;

/** The texts of the designer in the host's language. */
export function useDesignText(): DesignText {
  const { text } = useEngine();
  return useCallback(
    (key, params = {}) => {
      const own = text?.(key, params);
      return own === undefined || own === key ? fillTemplate(texts[key], params) : own;
    },
    [text],
  );
}

/** Whether there is a text of this key. */
export function isDesignText(key: string): key is DesignTextKey {
  return Object.hasOwn(texts, key);
}
