import { commandsFor } from '#shared/features/desk/bot/rules.ts'
import { useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { EXAMPLES } from './messages.ts'
import { type Completion, completionOf } from './use-completions.ts'

const MOST = 4

interface ExamplesListProps {
  isDisabled: boolean
  onPick: (completion: Completion) => void
}

/** Example questions, shown until the first message. */
export function ExamplesList({ isDisabled, onPick }: ExamplesListProps) {
  const permissions = useUser()?.permissions ?? []
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div className="bot-examples cluster align-stretch gap-8" role="group" aria-label={EXAMPLES}>
      {commandsFor(permissions)
        .slice(0, MOST)
        .map(completionOf)
        .map((completion) => (
          <Button
            key={completion.text}
            disabled={isDisabled}
            title={completion.note}
            onClick={() => onPick(completion)}
          >
            {completion.label}
            {completion.argument !== '' && <span className="quiet">{completion.argument}</span>}
          </Button>
        ))}
    </div>
  )
}
