/**
 * Plain text as paragraphs: blank lines separate them, single line breaks stay. Nothing is parsed as markup.
 */
export function ProseList({ text, className }: { text: string; className: string }) {
  return text
    .split('\n\n')
    .filter((paragraph) => paragraph !== '')
    .map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no number and are only shown
      <p key={index} className={className}>
        {paragraph}
      </p>
    ))
}
