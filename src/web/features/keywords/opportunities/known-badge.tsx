import { Link } from '@tanstack/react-router'
import { Check, Plus } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { significant } from '#shared/format/percent.ts'
import { useMay } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ADD_KEYWORD, IN_COPYDESK } from './messages.ts'
import { useAddOne } from './queries.ts'

interface KnownBadgeProps {
  name: string
  /** Undefined if the keyword is not ours; 0 while it is being added. */
  keywordId: number | undefined
  ours?: { articles: number; winning_percentage: number | null } | undefined
}

const articlesOf = (count: number) => (count === 1 ? '1 article' : `${count} articles`)

function wordsOf({ articles, winning_percentage: share }: NonNullable<KnownBadgeProps['ours']>): string {
  const said = [
    ...(articles > 0 ? [articlesOf(articles)] : []),
    ...(share === null ? [] : [`wins ${significant(share)} %`]),
  ]
  return said.join(' · ')
}

/** Whether a keyword is in our list, and its relation to our posts; otherwise the button that adds it. */
export function KnownBadge({ name, keywordId, ours }: KnownBadgeProps) {
  const add = useAddOne()
  const mayOpen = useMay('ViewKeywords')
  const mayAdd = useMay('CreateArticle', 'KeywordsOpportunities', 'KeywordsUpload')
  if (keywordId === undefined) {
    if (!mayAdd) return null
    return (
      <Button
        size="small"
        className="add-keyword"
        icon={<Plus size={14} aria-hidden="true" />}
        aria-label={`${ADD_KEYWORD} ${name}`}
        onClick={() => add(name)}
      >
        {ADD_KEYWORD}
      </Button>
    )
  }
  const said = ours ? wordsOf(ours) : ''
  return (
    <span className="known-keyword inline-row align-start gap-6 medium">
      <Check size={14} aria-hidden="true" />
      <span className="two-lines">
        {keywordId > 0 && mayOpen ? (
          <Link to={SCREENS.keywords.path} search={{ keyword_id: keywordId }}>
            {IN_COPYDESK}
          </Link>
        ) : (
          <span>{IN_COPYDESK}</span>
        )}
        {said !== '' && <span className="meta nowrap regular">{said}</span>}
      </span>
    </span>
  )
}
