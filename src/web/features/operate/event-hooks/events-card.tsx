import { type ChosenType, EVENT_GROUPS } from '#shared/features/operate/event-hooks/rules.ts'
import { useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { FieldError, noteId } from '#web/ui/input/labelled.tsx'
import { typesWords } from './messages.ts'
import type { EditedHook } from './use-hook-form.ts'

/** The types of events that the hook sends, by subject. */
export function EventsCard({ form }: { form: EditedHook }) {
  const types = useValue(form, 'types')
  const issue = useIssue(form, 'types')
  const id = form.fieldId('types')
  const choose = (type: ChosenType, isChosen: boolean) =>
    form.set('types', isChosen ? [...types, type] : types.filter((each) => each !== type))
  return (
    <section className="sheet side-panel" aria-labelledby="hook-events-title">
      <header>
        <h2 id="hook-events-title">Events</h2>
      </header>
      <p className="quiet">{typesWords(types.length)}</p>
      <FieldError id={id} error={issue} />
      {/* biome-ignore lint/a11y/useSemanticElements: it holds the field sets of the subjects */}
      <div
        id={id}
        tabIndex={-1}
        role="group"
        aria-labelledby="hook-events-title"
        aria-describedby={issue ? noteId(id) : undefined}
        className="hook-types"
      >
        {EVENT_GROUPS.map(({ label, types: all }) => (
          <fieldset key={label}>
            <legend>
              {label}{' '}
              <span className="quiet regular">
                {all.filter(({ type }) => types.includes(type)).length} of {all.length}
              </span>
            </legend>
            {all.map(({ type, label: name }) => (
              <Checkbox
                key={type}
                checked={types.includes(type)}
                onChange={({ target }) => choose(type, target.checked)}
              >
                {name}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
    </section>
  )
}
