import type { LeftOut } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { counted } from '#shared/format/count.ts'

const linesOf = ({ line, lines }: LeftOut) =>
  lines === 1 ? `Line ${counted(line)}` : `Line ${counted(line)} and ${counted(lines - 1)} more`

/** The skipped lines, each with the reason. */
export function LeftOutList({ lines }: { lines: readonly LeftOut[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="break-words meta" aria-label="Skipped">
      {lines.map((each) => (
        <li key={each.line}>
          <span className="tabular">{linesOf(each)}</span>: {each.reason.toLowerCase()}
          {each.text !== '' && <span className="upload-left-text"> · {each.text}</span>}
        </li>
      ))}
    </ul>
  )
}
