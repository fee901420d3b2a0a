import { counted } from '#shared/format/count.ts'

const NEAR = 0.9

const words = (count: number, max: number) => `${counted(count)} / ${counted(max)}`

/** The used part of a limited field, once it comes close to the limit. */
export const nearLimit = ({ count, maxLength = 0 }: { count: number; maxLength?: number }) =>
  count < maxLength * NEAR ? '' : words(count, maxLength)

interface LengthNoteProps {
  text: string
  max: number
  /** Shown from the first letter on. */
  isAlways?: boolean
}

/** The same beside a label. Text that is too long stays as typed or pasted, and is marked. */
export function LengthNote({ text, max, isAlways = false }: LengthNoteProps) {
  const isNear = text.length >= max * NEAR
  if (!isNear && !isAlways) return null
  return (
    <span
      className={text.length > max ? 'tabular bad-text' : 'tabular quiet'}
      role={isNear ? 'status' : undefined}
    >
      {words(text.length, max)}
    </span>
  )
}
