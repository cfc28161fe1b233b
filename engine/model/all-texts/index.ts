// What the language layer says in every language at once: a part of its own, so that no browser loads it.

export { addAllTexts } from './all-texts.ts';
