import { useState } from 'react'
import {
  CHOSEN_TYPES,
  type ChosenType,
  EVENT_LABELS,
  exampleOf,
} from '#shared/features/operate/event-hooks/rules.ts'
import { useValue } from '#web/ui/form/use-form.ts'
import { Select } from '#web/ui/input/select.tsx'
import { ChatMessageCard } from './chat-message-card.tsx'
import { JsonCard } from './code-card.tsx'
import { MESSAGES } from './messages.ts'
import type { EditedHook } from './use-hook-form.ts'

const FIRST: ChosenType = 'article.approved'
/** The events in the example of a collection. */
const COLLECTED = 3

/** What the receiver gets, by an example of a type. */
export function ExampleCard({ form }: { form: EditedHook }) {
  const format = useValue(form, 'format')
  const types = useValue(form, 'types')
  const timing = useValue(form, 'timing')
  const [picked, setPicked] = useState<ChosenType | null>(null)
  const offered = types.length === 0 ? CHOSEN_TYPES : CHOSEN_TYPES.filter((type) => types.includes(type))
  const usual = offered.includes(FIRST) ? FIRST : (offered[0] ?? FIRST)
  const type = picked !== null && offered.includes(picked) ? picked : usual
  const { origin } = window.location
  const example = exampleOf(type, origin)
  const isCollected = format !== 'standard' && timing === 'daily'
  const events = isCollected ? offered.slice(0, COLLECTED).map((each) => exampleOf(each, origin)) : [example]
  return (
    <section className="sheet side-panel" aria-labelledby="hook-example-title">
      <header>
        <h2 id="hook-example-title">What Copydesk sends</h2>
        {!isCollected && (
          <Select<ChosenType>
            id={form.fieldId('example')}
            aria-label="Example of"
            className="hook-example-type"
            value={type}
            options={offered.map((value) => ({ value, label: EVENT_LABELS[value] }))}
            onChange={setPicked}
          />
        )}
      </header>
      {format === 'standard' ? (
        <JsonCard label="Example" text={JSON.stringify(example, null, 2)} />
      ) : (
        <ChatMessageCard format={format} events={events} />
      )}
      <p className="meta">{format === 'standard' ? MESSAGES.never : MESSAGES.messageNever}</p>
    </section>
  )
}
