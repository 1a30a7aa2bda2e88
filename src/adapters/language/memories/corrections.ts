/** "No, I lived in Berlin", "sorry, Munich", within a sentence that had begun otherwise. */
const CORRECTION =
  /(?<=\p{L}[,;:.–—-]* )(?<![,;:.–—-]? (?:a|an|the|have|has|had|is|are|with|of|or|say|said|there's|by) )(?:no|sorry|wait|or rather|rather|I meant?|correction|hang on|hold on|make that|scratch that),? (?=\S)/giu;
const MARKED = /[,;:.–—-] $/;
const SAID_WHOLE = /^(?:I|we|my|our)(?:'m|'ve|'re)? \S+ \S/i;

/**
 * @returns the sentence as its speaker has put it right, itself where nothing was; undefined where only a part was
 * said again, for nobody can tell which.
 */
export function corrected(sentence: string): string | undefined {
  let kept: string | undefined = sentence;
  for (const { index, 0: words } of sentence.matchAll(CORRECTION)) {
    const marked = MARKED.test(sentence.slice(0, index)) || words.includes(",");
    if (!marked) continue;
    const again = sentence.slice(index + words.length);
    kept = SAID_WHOLE.test(again) ? again : undefined;
  }
  return kept;
}
