import { Bot, CircleAlert } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import type { BotMessage, BotProduct } from '#shared/features/desk/bot/contract.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { useUser } from '#web/api/session.ts'
import { Avatar } from '#web/ui/cells/person.tsx'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { TimeZone } from '#web/ui/time-zone.ts'
import { StockBadge } from '../../products/product-library/stock-badge.tsx'
import { OptionLink } from './option-link.tsx'

const TIME = -5

/** The time of day, with the date on hover. */
function Clock({ moment }: { moment: string }) {
  const words = timestamp(moment, useContext(TimeZone))
  return (
    <time dateTime={moment} title={words} className="tabular">
      {words.slice(TIME)}
    </time>
  )
}

function Product({ asin, name, image_url, price, stock }: BotProduct) {
  return (
    <div className="bot-product row gap-12">
      <ProductPicture address={image_url ?? undefined} />
      <span className="two-lines">
        <strong className="medium">{name}</strong>
        <span className="meta">{price === null ? asin : `${asin} · last price ${price}`}</span>
      </span>
      <StockBadge stock={stock} />
    </div>
  )
}

interface LineProps {
  author: 'bot' | 'user'
  /** The time of the message. */
  at?: ReactNode
  children: ReactNode
}

/** An author and a message. */
export function MessageLine({ author, at, children }: LineProps) {
  const user = useUser()
  const isBot = author === 'bot' || user === null
  return (
    <div className="bot-line" data-author={author}>
      {isBot ? (
        <span className="bot-face stack" aria-hidden="true">
          <Bot size={14} />
        </span>
      ) : (
        <Avatar person={user} />
      )}
      <div className="bot-said stack bounded gap-6">
        <div className="meta">
          {isBot ? 'Bot' : user.first_name}
          {at && <> · {at}</>}
        </div>
        {children}
      </div>
    </div>
  )
}

interface MessageCardProps {
  message: BotMessage
  isBusy: boolean
  onSay: (message: string) => void
}

/** A message with its options. Its text is plain: no markup and no links. */
export function MessageCard({ message, isBusy, onSay }: MessageCardProps) {
  const { author, message: words, error, options, product, createdAt } = message
  return (
    <MessageLine author={author} at={<Clock moment={createdAt} />}>
      <p className="words">{words}</p>
      {error !== null && (
        <p className="row gap-6 bad-text">
          <CircleAlert size={14} aria-hidden="true" /> {error}
        </p>
      )}
      {product && <Product {...product} />}
      {options.length > 0 && (
        <div className="bot-options cluster align-stretch gap-8">
          {options.map((option) => (
            <OptionLink
              key={`${option.type} ${option.value} ${option.label}`}
              option={option}
              isDisabled={isBusy}
              onSay={onSay}
            />
          ))}
        </div>
      )}
    </MessageLine>
  )
}
