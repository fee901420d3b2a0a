import { useState } from 'react'
import { type GapKind, gapOf, type Line, type Lines } from '#shared/features/articles/comparison/rules.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ComparedRow } from './compared-row.tsx'
import { GapCell } from './gap-cell.tsx'
import { NONE } from './messages.ts'
import { SideBadge } from './side-badge.tsx'
import type { Gaps } from './use-gaps.ts'

interface LineListProps {
  lines: readonly Line[]
  /** The kind of gap for lines that only their article has; null if single lines cannot be selected. */
  kind: GapKind | null
  gaps: Gaps | null
}

function LineList({ lines, kind, gaps }: LineListProps) {
  if (lines.length === 0) return <p className="quiet">{NONE}</p>
  return (
    <ul className="compared-lines stack gap-4">
      {lines.map((line) => (
        <li key={line.text} className={line.side}>
          <GapCell gap={kind !== null && line.side === 'theirs' ? gapOf(kind, line.text) : null} gaps={gaps}>
            <SideBadge side={line.side} />
            <span className="compared-text">{line.text}</span>
          </GapCell>
        </li>
      ))}
    </ul>
  )
}

const countOf = (lines: readonly Line[], noun: readonly [one: string, many: string]) => {
  const others = lines.filter(({ side }) => side !== 'both').length
  const count = `${lines.length} ${noun[lines.length === 1 ? 0 : 1]}`
  return others === 0 || others === lines.length ? count : `${count}, ${others} not in the other article`
}

interface LinesRowProps extends Omit<LineListProps, 'lines'> {
  label: string
  noun: readonly [one: string, many: string]
  lines: Lines
  /** The number of lines shown at first. */
  shown?: number
  /** The gap that stands for the whole category. */
  whole?: ReturnType<typeof gapOf> | null
}

/** A category of texts; those that the other article lacks are marked. */
export function LinesRow({ label, noun, lines, kind, gaps, shown = 8, whole = null }: LinesRowProps) {
  const [isWhole, setWhole] = useState(false)
  const { theirs, ours } = lines
  const most = isWhole ? Number.POSITIVE_INFINITY : shown
  const hidden = Math.max(theirs.length, ours.length) - most
  return (
    <ComparedRow
      label={label}
      pairs={[
        {
          key: 'counts',
          theirs: (
            <GapCell gap={whole} gaps={gaps}>
              <strong className="tabular">{countOf(theirs, noun)}</strong>
            </GapCell>
          ),
          ours: <strong className="tabular">{countOf(ours, noun)}</strong>,
        },
        {
          key: 'lines',
          theirs: <LineList lines={theirs.slice(0, most)} kind={kind} gaps={gaps} />,
          ours: <LineList lines={ours.slice(0, most)} kind={null} gaps={null} />,
        },
      ]}
    >
      {(hidden > 0 || isWhole) && (
        <Button
          type="link"
          size="small"
          className="compared-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${Math.max(theirs.length, ours.length)}`}
        </Button>
      )}
    </ComparedRow>
  )
}
