import { counted } from '#shared/format/count.ts'

const NEAR = 0.9

const words = (count: number, max: number) => `${counted(count)} / ${counted(max)}`

/** How much of a limited field is used, once that is worth knowing. */
export const nearLimit = ({ count, maxLength = 0 }: { count: number; maxLength?: number }) =>
  count < maxLength * NEAR ? '' : words(count, maxLength)

/** The same beside a label. Text that is too long stays as it was typed or pasted, and is marked. */
export function LengthNote({ text, max }: { text: string; max: number }) {
  if (text.length < max * NEAR) return null
  return (
    <span className={text.length > max ? 'tabular length-note over' : 'tabular length-note'} role="status">
      {words(text.length, max)}
    </span>
  )
}
