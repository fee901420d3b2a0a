import { ExternalLink } from 'lucide-react'
import type { ScannedArticle } from '#shared/features/articles/comparison/contract.ts'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import { CalendarDay } from '#web/ui/cells/moment.tsx'

interface StoryCardProps {
  /** The publisher. */
  owner: string
  /** The day on which it held the keyword; null if unknown. */
  day: string | null
  side: 'theirs' | 'ours'
  story: ScannedArticle
}

/** The head of a column: the article's publisher, title and author. */
export function StoryCard({ owner, day, side, story }: StoryCardProps) {
  const { title, writer, writerIcon } = story
  const address = safeAddress(story.url)
  const icon = safeAddress(writerIcon)
  return (
    <div className={`story-card compared-side break-words shrinkable ${side}`}>
      <p className="meta">
        <strong>{owner}</strong>
        {day !== null && (
          <>
            {' '}
            · held it on <CalendarDay day={day} />
          </>
        )}
      </p>
      <p className="story-title">
        {address === null ? (
          title
        ) : (
          <a href={address} target="_blank" rel="noreferrer">
            {title} <ExternalLink className="inline-icon" size={12} aria-hidden="true" />
            <span className="visually-hidden"> in a new tab</span>
          </a>
        )}
      </p>
      {writer !== null && (
        <p className="meta story-writer row gap-6">
          {icon !== null && <img src={icon} alt="" width={16} height={16} />}
          {writer}
        </p>
      )}
    </div>
  )
}
