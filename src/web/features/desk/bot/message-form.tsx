import { ArrowUp } from 'lucide-react'
import { MESSAGE_MAXIMUM } from '#shared/features/desk/bot/contract.ts'
import { bar } from '#web/ui/feedback/notice-place.ts'
import { Button } from '#web/ui/input/button.tsx'
import { CompletionMenu, MENU_ID, optionId } from './completion-menu.tsx'
import { ExamplesList } from './examples-list.tsx'
import { useField } from './use-field.ts'

interface MessageFormProps {
  placeholder: string
  isDisabled: boolean
  isBusy: boolean
  /** Before the first message, examples are shown. */
  isNew: boolean
  onSay: (message: string) => Promise<boolean>
}

/** The field for messages to the bot; `/` lists its commands. */
export function MessageForm({ placeholder, isDisabled, isBusy, isNew, onSay }: MessageFormProps) {
  const field = useField({ isDisabled: isDisabled || isBusy, onSay })
  const { element, typed, isOpen, completions, at } = field
  return (
    <form
      className="bot-form"
      {...bar}
      onSubmit={(event) => {
        event.preventDefault()
        field.send(typed)
      }}
    >
      {isOpen && <CompletionMenu completions={completions} at={at} onPick={field.pick} />}
      {isNew && <ExamplesList isDisabled={isDisabled || isBusy} onPick={field.pick} />}
      <div className="bot-field row gap-8">
        <input
          ref={element}
          // biome-ignore lint/a11y/noAutofocus: the screen is opened to type into it
          autoFocus
          role="combobox"
          aria-label="Message"
          aria-expanded={isOpen}
          aria-controls={isOpen ? MENU_ID : undefined}
          aria-activedescendant={isOpen && at >= 0 ? optionId(at) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          maxLength={MESSAGE_MAXIMUM}
          placeholder={placeholder}
          value={typed}
          disabled={isDisabled}
          onChange={({ target }) => field.type(target.value)}
          onKeyDown={field.onKeyDown}
        />
        <Button
          type="primary"
          htmlType="submit"
          loading={isBusy}
          disabled={isDisabled || typed.trim() === ''}
          icon={<ArrowUp size={16} aria-hidden="true" />}
        >
          Send
        </Button>
      </div>
    </form>
  )
}
