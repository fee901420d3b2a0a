import { useState } from 'react'
import type { ScannedArticle } from '#shared/features/articles/comparison/contract.ts'
import { type Comparison, paragraphsGap } from '#shared/features/articles/comparison/rules.ts'
import { NARROW, useMedia } from '#web/ui/hooks/use-media.ts'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { HeroRow, UpdatedRow } from './facts-row.tsx'
import { KeywordsRow } from './keywords-row.tsx'
import { LinesRow } from './lines-row.tsx'
import { CATEGORIES, SIDE_LABELS } from './messages.ts'
import { ProductsRow } from './products-row.tsx'
import { SideBadge } from './side-badge.tsx'
import { StoryCard } from './story-card.tsx'
import type { Gaps } from './use-gaps.ts'
import { WordsRow } from './words-row.tsx'

interface ComparisonTableProps {
  publisher: string
  /** The publisher of our article. */
  ownPublisher: string
  day: string
  theirs: ScannedArticle
  ours: ScannedArticle
  comparison: Comparison
  /** Null for users who may not create articles. */
  gaps: Gaps | null
  onExclusions: () => void
}

const LEGEND = ['theirs', 'ours', 'both'] as const

/** Two articles side by side, category by category. A phone shows one of them at a time. */
export function ComparisonTable(props: ComparisonTableProps) {
  const { publisher, ownPublisher, day, theirs, ours, comparison, gaps, onExclusions } = props
  const { updated, hero, keywords, paragraphs, figures, titles, bold } = comparison
  const isNarrow = useMedia(NARROW)
  const [side, setSide] = useState<'theirs' | 'ours'>('theirs')
  const classes = ['comparison', gaps && 'with-ticks', isNarrow && `only-${side}`]
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <div className="comparison-head stack bounded">
        {isNarrow && (
          <Segmented
            block
            aria-label="Article"
            value={side}
            options={[
              { value: 'theirs', label: 'Theirs' },
              { value: 'ours', label: 'Ours' },
            ]}
            onChange={setSide}
          />
        )}
        <ul className="comparison-legend stack gap-4" aria-hidden="true">
          {LEGEND.map((each) => (
            <li key={each} className="meta">
              <SideBadge side={each} /> {SIDE_LABELS[each]}
            </li>
          ))}
        </ul>
        <StoryCard owner={`${publisher} (theirs)`} day={day} side="theirs" story={theirs} />
        <StoryCard owner={`${ownPublisher} (ours)`} day={null} side="ours" story={ours} />
      </div>
      <UpdatedRow updated={updated} />
      <HeroRow hero={hero} />
      <ProductsRow comparison={comparison} gaps={gaps} />
      <KeywordsRow keywords={keywords} />
      <WordsRow comparison={comparison} gaps={gaps} onExclusions={onExclusions} />
      <LinesRow
        label={CATEGORIES.paragraphs}
        noun={['paragraph', 'paragraphs']}
        lines={paragraphs}
        kind={null}
        gaps={gaps}
        shown={3}
        whole={paragraphsGap(comparison)}
      />
      <LinesRow
        label={CATEGORIES.figures}
        noun={['figure', 'figures']}
        lines={figures}
        kind="figure"
        gaps={gaps}
      />
      <LinesRow
        label={CATEGORIES.titles}
        noun={['heading', 'headings']}
        lines={titles}
        kind="heading"
        gaps={gaps}
      />
      <LinesRow
        label={CATEGORIES.bold}
        noun={['bold text', 'bold texts']}
        lines={bold}
        kind="bold"
        gaps={gaps}
      />
    </div>
  )
}
