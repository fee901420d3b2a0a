import { ListX } from 'lucide-react'
import { useState } from 'react'
import {
  type Comparison,
  isWordGap,
  SHOWN_FROM,
  type WordRow,
  wordGap,
  wordSideOf,
} from '#shared/features/articles/comparison/rules.ts'
import { counted } from '#shared/format/count.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ComparedRow } from './compared-row.tsx'
import { GapCell } from './gap-cell.tsx'
import { CATEGORIES, EXCLUSION_LIST, NO_WORDS, SIDE_LABELS } from './messages.ts'
import { SideBadge } from './side-badge.tsx'
import type { Gaps } from './use-gaps.ts'

const SHOWN_AT_FIRST = 12
/** Only words can occur in both articles, and much more often in one. */
const MORE = ['more theirs', 'more ours'] as const

interface WordProps {
  row: WordRow
  side: 'theirs' | 'ours'
  most: number
}

function Word({ row, side, most }: WordProps) {
  const count = row[side]
  return (
    <span className="compared-word">
      <SideBadge side={wordSideOf(row)} />
      <span className={count === 0 ? 'quiet' : undefined}>{row.word}</span>
      <span className="word-track" aria-hidden="true">
        <span className={`word-fill ${side}`} style={{ width: `${(100 * count) / most}%` }} />
      </span>
      <span className="tabular text-right">{count}</span>
    </span>
  )
}

interface WordsRowProps {
  comparison: Comparison
  gaps: Gaps | null
  onExclusions: () => void
}

/** How often each word is used, if either article uses it often. */
export function WordsRow({ comparison, gaps, onExclusions }: WordsRowProps) {
  const [isWhole, setWhole] = useState(false)
  const { words, wordCount } = comparison
  const most = Math.max(1, ...words.map(({ theirs, ours }) => Math.max(theirs, ours)))
  const shown = isWhole ? words : words.slice(0, SHOWN_AT_FIRST)
  const total = (count: number) => (
    <p className="tabular">
      <strong>{counted(count)} words</strong>
    </p>
  )
  return (
    <ComparedRow
      label={CATEGORIES.words}
      aside={
        <>
          <p className="meta">used {SHOWN_FROM} or more times, without the keyword’s own words</p>
          <ul aria-hidden="true">
            {MORE.map((side) => (
              <li key={side} className="meta words-legend">
                <SideBadge side={side} /> {SIDE_LABELS[side]}
              </li>
            ))}
          </ul>
          <Button size="small" icon={<ListX size={14} aria-hidden="true" />} onClick={onExclusions}>
            {EXCLUSION_LIST}
          </Button>
        </>
      }
      pairs={[
        {
          key: ' ',
          theirs: total(wordCount.theirs),
          ours: total(wordCount.ours),
        },
        ...shown.map((row) => ({
          key: row.word,
          theirs: (
            <GapCell gap={isWordGap(row) ? wordGap(row) : null} gaps={gaps}>
              <Word row={row} side="theirs" most={most} />
            </GapCell>
          ),
          ours: <Word row={row} side="ours" most={most} />,
        })),
      ]}
    >
      {words.length === 0 && <p className="quiet">{NO_WORDS}</p>}
      {words.length > SHOWN_AT_FIRST && (
        <Button
          type="link"
          size="small"
          className="compared-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${words.length}`}
        </Button>
      )}
    </ComparedRow>
  )
}
