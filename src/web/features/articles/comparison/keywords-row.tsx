import type { KeywordMatch } from '#shared/features/articles/comparison/rules.ts'
import { ComparedRow } from './compared-row.tsx'
import { CATEGORIES, NONE } from './messages.ts'
import { SideBadge } from './side-badge.tsx'

function Matches({ keywords }: { keywords: readonly KeywordMatch[] }) {
  if (keywords.length === 0) return <p className="quiet">{NONE}</p>
  return (
    <ul className="compared-keywords cluster align-stretch gap-6">
      {keywords.map(({ keyword_id: id, keyword, is_tracked: isTracked, side }) => (
        <li key={id} className="tag">
          <SideBadge side={side} />
          {keyword}
          {!isTracked && <span className="quiet"> untracked</span>}
        </li>
      ))}
    </ul>
  )
}

/** Our keywords that the articles are about, by their titles and headings. */
export function KeywordsRow({ keywords }: { keywords: readonly KeywordMatch[] }) {
  return (
    <ComparedRow
      label={CATEGORIES.keywords}
      pairs={[
        {
          key: 'keywords',
          theirs: <Matches keywords={keywords.filter(({ side }) => side !== 'ours')} />,
          ours: <Matches keywords={keywords.filter(({ side }) => side !== 'theirs')} />,
        },
      ]}
    />
  )
}
