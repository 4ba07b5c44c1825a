/** Which blocks of a Markdown text that still grows are finished. Pure. */

/**
 * The finished blocks at the beginning of a text, and how much of it they are. The last block may go on, and a blank line
 * behind it ends most blocks but not a list.
 *
 * @param tokens the text's blocks, as marked's lexer gives them
 */
export function finished(tokens) {
  let end = tokens.length - 1;
  if (end > 0 && tokens[end].type === 'space') {
    end--;
  }
  const blocks = tokens.slice(0, Math.max(0, end));
  return { blocks, length: blocks.reduce((sum, block) => sum + block.raw.length, 0) };
}

/** Whether a text defines links that its beginning may have used: then it is read once more as a whole. */
export function definesLinks(text) {
  return /^ {0,3}\[[^\]\n]+\]:/m.test(text);
}
