import type { ReactNode } from 'react'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { Radio } from '#web/ui/input/radio.tsx'

interface RuleChoiceProps {
  label: string
  note?: string
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
  /** Radio buttons of one choice share a name; without it, it is a checkbox. */
  name?: string
  id?: string
}

/** A choice with a line about what it means, in a frame of its own. */
export function RuleChoice({ label, note, checked, disabled, onChange, name, id }: RuleChoiceProps) {
  const input = {
    ...(id === undefined ? {} : { id }),
    checked,
    disabled,
    onChange: ({ target }: { target: HTMLInputElement }) => onChange(target.checked),
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio button or checkbox inside is its control
    <label className={checked && name !== undefined ? 'choice on' : 'choice'}>
      {name === undefined ? <Checkbox {...input} /> : <Radio {...input} name={name} />}
      <span>
        <b className="medium">{label}</b>
        {note && <span className="meta block">{note}</span>}
      </span>
    </label>
  )
}

interface RulesCardProps {
  id: string
  title: string
  intro: string
  children: ReactNode
}

/** A group of rules. */
export function RulesCard({ id, title, intro, children }: RulesCardProps) {
  return (
    <section className="sheet side-panel" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
      </header>
      <p className="quiet">{intro}</p>
      {children}
    </section>
  )
}
