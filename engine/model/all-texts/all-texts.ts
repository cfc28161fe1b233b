import { addTexts } from '../texts/current-language.ts';
import checkEnglish from '../texts/words/check.en-US.json';
import checkPortuguese from '../texts/words/check.pt-BR.json';
import checkTraditional from '../texts/words/check.zh-TW.json';
import designEnglish from '../texts/words/design.en-US.json';
import designPortuguese from '../texts/words/design.pt-BR.json';
import designTraditional from '../texts/words/design.zh-TW.json';
import documentsEnglish from '../texts/words/documents.en-US.json';
import documentsPortuguese from '../texts/words/documents.pt-BR.json';
import documentsTraditional from '../texts/words/documents.zh-TW.json';
import expressionEnglish from '../texts/words/expression.en-US.json';
import expressionPortuguese from '../texts/words/expression.pt-BR.json';
import expressionTraditional from '../texts/words/expression.zh-TW.json';
import modelEnglish from '../texts/words/model.en-US.json';
import modelPortuguese from '../texts/words/model.pt-BR.json';
import modelTraditional from '../texts/words/model.zh-TW.json';
import typingEnglish from '../texts/words/typing.en-US.json';
import typingPortuguese from '../texts/words/typing.pt-BR.json';
import typingTraditional from '../texts/words/typing.zh-TW.json';

/** Adds all the language layer says in every language, for a server and a terminal; a browser fetches what it shows (`loadTexts`). */
export function addAllTexts(): void {
  for (const texts of [
    checkTraditional,
    designTraditional,
    documentsTraditional,
    expressionTraditional,
    modelTraditional,
    typingTraditional,
  ])
    addTexts('zh-TW', texts);
  for (const texts of [checkEnglish, designEnglish, documentsEnglish, expressionEnglish, modelEnglish, typingEnglish])
    addTexts('en-US', texts);
  for (const texts of [
    checkPortuguese,
    designPortuguese,
    documentsPortuguese,
    expressionPortuguese,
    modelPortuguese,
    typingPortuguese,
  ])
    addTexts('pt-BR', texts);
}
