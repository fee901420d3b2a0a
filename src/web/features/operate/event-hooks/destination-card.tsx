import { useContext } from 'react'
import { isAddressSecret } from '#shared/features/operate/event-hooks/form.ts'
import { FORMAT_LABELS, HOOK_FORMATS } from '#shared/features/operate/event-hooks/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { RuleChoice } from '#web/features/ground/sign-in-rules/rules-card.tsx'
import { FormField } from '#web/ui/form/form-field.tsx'
import { useValue } from '#web/ui/form/use-form.ts'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { TimeZone } from '#web/ui/time-zone.ts'
import { ADDRESS_WORDS, AT_ONCE_NOTE, dailyNote, MESSAGES, TIMING_WORDS } from './messages.ts'
import type { EditedHook } from './use-hook-form.ts'

interface PartProps {
  form: EditedHook
}

function FormatChoice({ form }: PartProps) {
  return (
    <div className="field">
      <p className="field-label">Format</p>
      <Segmented
        aria-label="Format"
        value={useValue(form, 'format')}
        options={HOOK_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
        // An address of one format fits no other.
        onChange={(format) => form.update((values) => ({ ...values, format }), 'address')}
      />
    </div>
  )
}

function TimingChoice({ form }: PartProps) {
  const timing = useValue(form, 'timing')
  const timeZone = useContext(TimeZone)
  return (
    <fieldset className="choices">
      <legend>When</legend>
      {keysOf(TIMING_WORDS).map((each) => (
        <RuleChoice
          key={each}
          name="timing"
          label={TIMING_WORDS[each].label}
          note={each === 'daily' ? dailyNote(timeZone) : AT_ONCE_NOTE}
          checked={each === timing}
          disabled={false}
          onChange={() => form.set('timing', each)}
        />
      ))}
    </fieldset>
  )
}

interface DestinationCardProps extends PartProps {
  /** The address of a saved hook, cut if it is a secret; null for a new hook. */
  saved: string | null
}

/** Where the events go, and in which format, which stays once the hook is saved. */
export function DestinationCard({ form, saved }: DestinationCardProps) {
  const format = useValue(form, 'format')
  const { label, hint } = ADDRESS_WORDS[format]
  const isSecret = isAddressSecret(format)
  const isKept = isSecret && saved !== null
  return (
    <section className="sheet side-panel" aria-labelledby="hook-destination-title">
      <header>
        <h2 id="hook-destination-title">Destination</h2>
        {saved !== null && <span className="meta">{FORMAT_LABELS[format]}</span>}
      </header>
      <div className="hook-fields">
        {saved === null && <FormatChoice form={form} />}
        <FormField form={form} name="name" label="Name" required autoComplete="off" />
        <FormField
          form={form}
          name="address"
          type="url"
          label={label}
          required={!isKept}
          autoComplete="off"
          spellCheck={false}
          placeholder={isKept ? saved : undefined}
          {...(isKept ? { hint: MESSAGES.keepAddress } : hint === undefined ? {} : { hint })}
        />
        {isSecret && <TimingChoice form={form} />}
      </div>
    </section>
  )
}
