import { useEffect, useRef } from 'react'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { MessageCard, MessageLine } from './message-card.tsx'
import { LOOKING } from './messages.ts'
import { TodayList } from './today-list.tsx'
import type { Chat } from './use-chat.ts'

interface ConversationListProps {
  chat: Chat
  onSay: (message: string) => void
}

/** Scrolls to the newest message whenever one arrives. */
function useNewestSeen(count: number) {
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is the reason to look
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [count])
  return end
}

/** The messages, oldest first; an error is shown last. */
export function ConversationList({ chat, onSay }: ConversationListProps) {
  const { messages, saying, isAnswering, failure, state } = chat
  const end = useNewestSeen(messages.length + (saying === null ? 0 : 1) + (failure ? 1 : 0))
  return (
    <div role="log" aria-label="Conversation" className="column gap-20 fill">
      {state === 'starting' && <Skeleton lines={2} />}
      {messages.map((message) => (
        <MessageCard
          key={message.message_id}
          message={message}
          isBusy={isAnswering || state !== 'ready'}
          onSay={onSay}
        />
      ))}
      {chat.isNew && <TodayList />}
      {saying !== null && (
        <MessageLine author="user">
          <p className="words">{saying}</p>
        </MessageLine>
      )}
      {isAnswering && (
        <MessageLine author="bot">
          <p className="quiet">{LOOKING}</p>
        </MessageLine>
      )}
      {failure && (
        <Alert kind="bad" title={failure.message}>
          {failure.advice}
        </Alert>
      )}
      <div ref={end} className="bot-end" />
    </div>
  )
}
