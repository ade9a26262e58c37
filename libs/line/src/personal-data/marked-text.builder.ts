/**
 * A case of a table: what stands in braces has to be masked as the label says, and nothing else.
 * `'請寄到{a@example.com}'` becomes the text without braces and the text that is expected.
 */
export function markedText(
  marked: string,
  label: string,
): { readonly text: string; readonly expected: string } {
  return {
    text: marked.replaceAll(/[{}]/g, ''),
    expected: marked.replaceAll(/\{[^}]*\}/g, `［已遮蔽：${label}］`),
  };
}
