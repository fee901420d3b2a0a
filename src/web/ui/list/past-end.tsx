import { counted } from '#shared/format/count.ts'
import { Button } from '../input/button.tsx'
import { lastPageOf, type PagerProps } from './pager.tsx'

/** A page after the last one with rows. */
export const isPastEnd = ({ current, size, total }: PagerProps) =>
  total > 0 && current > lastPageOf({ size, total })

/** Shown on such a page: where the list ends, and a link back. */
export function pastEnd({ current, size, total, onChange }: PagerProps) {
  const last = lastPageOf({ size, total })
  const ends = last === 1 ? 'has one page' : `ends with page ${counted(last)}`
  return {
    text: `There is no page ${counted(current)}: the list ${ends}.`,
    action: <Button onClick={() => onChange(last)}>Go to the last page</Button>,
  }
}
