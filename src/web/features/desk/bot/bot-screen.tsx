import { SCREENS } from '#shared/access/screens.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { ConversationList } from './conversation-list.tsx'
import { MessageForm } from './message-form.tsx'
import { CONNECTION } from './messages.ts'
import { useChat } from './use-chat.ts'

/** Bot: answers questions with data that it looks up. */
export function BotScreen() {
  const chat = useChat()
  const placeholder =
    chat.assistant === null
      ? 'Type / for commands'
      : `Ask a question, or type / for commands. ${chat.assistant} answers.`
  return (
    <Page title={SCREENS.bot.title} about={<StatusBadge {...CONNECTION[chat.state]} />}>
      <div className="bot column gap-16">
        <ConversationList chat={chat} onSay={(message) => void chat.say(message)} />
        <MessageForm
          placeholder={placeholder}
          isDisabled={chat.state === 'lost'}
          isBusy={chat.isAnswering || chat.state === 'starting'}
          isNew={chat.isNew}
          onSay={chat.say}
        />
      </div>
    </Page>
  )
}
