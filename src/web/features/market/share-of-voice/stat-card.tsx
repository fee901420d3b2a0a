import { Columns2, ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useShop } from '../../ground/system/queries.ts'
import { usePictures } from './use-pictures.ts'

const SHOWN_AT_FIRST = 3

type Item = Stat['parsed_data']['items'][number]

function ItemRow({ item, picture }: { item: Item; picture: string | undefined }) {
  const shop = useShop()
  return (
    <li className="stat-item">
      <ProductPicture address={picture} />
      <div className="stat-item-head row gap-8 full-width">
        <strong>{item.name}</strong>
        <a
          href={`${shop}/dp/${encodeURIComponent(item.asin)}`}
          target="_blank"
          rel="noreferrer"
          className="tabular"
        >
          {item.asin} <ExternalLink size={12} aria-hidden="true" />
          <span className="visually-hidden"> in a new tab</span>
        </a>
      </div>
      {item.award && <span className="tag">{item.award}</span>}
      {item.blurb && <p className="quiet">{item.blurb}</p>}
    </li>
  )
}

interface StatCardProps {
  stat: Stat
  /** Compares the story with ours; only offered for a story that we lost to. */
  onCompare: (() => void) | undefined
}

/** A publisher's story on a day. */
export function StatCard({ stat, onCompare }: StatCardProps) {
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const showAll = () => {
    setWhole(true)
    // The button disappears; the focus stays in the card, so that the keyboard can still close it.
    list.current?.focus({ preventScroll: true })
  }
  const { publisher, is_winning: isWinning, parsed_data: story } = stat
  const pictures = usePictures(story.items.map(({ asin }) => asin))
  const items = isWhole ? story.items : story.items.slice(0, SHOWN_AT_FIRST)
  const more = story.items.length - items.length
  const address = safeAddress(story.fullArticleUrl)
  return (
    <article className="stat-card" aria-label={`${publisher}, ${isWinning ? 'winning' : 'losing'}`}>
      <p className="stat-head row gap-8">
        <StatusBadge label={isWinning ? 'Winning' : 'Losing'} tone={isWinning ? 'good' : 'bad'} />
        <span className="quiet">
          {publisher} · <CalendarDay day={stat.created_at} />
        </span>
      </p>
      <h4>{story.title}</h4>
      {story.publishedDate && <p className="meta">Published {story.publishedDate}</p>}
      <ul ref={list} className="stat-items" tabIndex={-1}>
        {items.map((item, index) => (
          // A story can name a product twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <ItemRow key={index} item={item} picture={pictures.get(item.asin)} />
        ))}
      </ul>
      <div className="stat-actions row gap-8">
        {more > 0 && (
          <Button type="link" size="small" onClick={showAll}>
            {more} more {more === 1 ? 'item' : 'items'}
          </Button>
        )}
        <span className="fill" />
        {address !== null && (
          <a href={address} target="_blank" rel="noreferrer">
            Open article <ExternalLink size={12} aria-hidden="true" />
            <span className="visually-hidden"> in a new tab</span>
          </a>
        )}
        {!isWinning && onCompare && (
          <Button size="small" icon={<Columns2 size={14} aria-hidden="true" />} onClick={onCompare}>
            Compare
          </Button>
        )}
      </div>
    </article>
  )
}
