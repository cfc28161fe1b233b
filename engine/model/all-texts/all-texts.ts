import { addTexts } from '../texts/speech.ts';
import checkEnglish from '../texts/words/check.en-US.json';
import checkPortuguese from '../texts/words/check.pt-BR.json';
import checkTraditional from '../texts/words/check.zh-TW.json';
import designEnglish from '../texts/words/design.en-US.json';
import designPortuguese from '../texts/words/design.pt-BR.json';
import designTraditional from '../texts/words/design.zh-TW.json';
import expressionEnglish from '../texts/words/expression.en-US.json';
import expressionPortuguese from '../texts/words/expression.pt-BR.json';
import expressionTraditional from '../texts/words/expression.zh-TW.json';
import modelEnglish from '../texts/words/model.en-US.json';
import modelPortuguese from '../texts/words/model.pt-BR.json';
import modelTraditional from '../texts/words/model.zh-TW.json';

/** Adds all the language layer says in every language, for a server and a terminal; a browser fetches what it shows (`loadTexts`). */
export function addAllTexts(): void {
  addTexts('zh-TW', { ...checkTraditional, ...designTraditional, ...expressionTraditional, ...modelTraditional });
  addTexts('en-US', { ...checkEnglish, ...designEnglish, ...expressionEnglish, ...modelEnglish });
  addTexts('pt-BR', { ...checkPortuguese, ...designPortuguese, ...expressionPortuguese, ...modelPortuguese });
}
