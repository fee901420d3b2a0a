import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted } from '#shared/format/count.ts'

export interface PagerProps {
  current: number
  size: number
  total: number
  /** There are more rows than `total`; the exact number was not counted. */
  isMore?: boolean | undefined
  onChange: (page: number) => void
  /** The page sizes, if the user can choose. */
  sizes?: { all: readonly number[]; onChange: (size: number) => void } | undefined
}

/** The number of pages shown on either side of the current one. */
const AROUND = 2
const JUMP = 5

/** The last page of a list; 1 for an empty list. */
export const lastPageOf = ({ size, total }: Pick<PagerProps, 'size' | 'total'>) =>
  Math.max(1, Math.ceil(total / size))

/** `21–40 of 1,284`; past the end only the total. */
function rangeOf({ current, size, total, isMore }: PagerProps): string {
  const first = (current - 1) * size + 1
  const all = counted(total, isMore)
  return first > total ? all : `${first}–${Math.min(current * size, total)} of ${all}`
}

/** The page numbers to show: the first, the last, and those around the current one; at least five. */
function namedPages(current: number, last: number): number[] {
  const from = Math.max(1, Math.min(current - AROUND, last - 2 * AROUND))
  const to = Math.min(last, Math.max(current + AROUND, 1 + 2 * AROUND))
  const around = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return [...new Set([1, ...around, last])]
}

interface StepProps {
  title: string
  page: number
  isOff?: boolean
  isCurrent?: boolean
  onChange: (page: number) => void
  children: ReactNode
}

function Step({ title, page, isOff = false, isCurrent = false, onChange, children }: StepProps) {
  return (
    <li aria-label={title}>
      <button
        type="button"
        title={title}
        aria-label={title}
        aria-current={isCurrent ? 'page' : undefined}
        disabled={isOff}
        onClick={() => !isCurrent && onChange(page)}
      >
        {children}
      </button>
    </li>
  )
}

/** Chooses the page size. */
function Sizes({ size, sizes }: Pick<PagerProps, 'size' | 'sizes'>) {
  if (!sizes) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around three buttons
    <span className="pager-sizes row gap-2" role="group" aria-label="Rows per page">
      <span aria-hidden="true">Rows</span>
      {sizes.all.map((each) => (
        <button
          key={each}
          type="button"
          aria-label={`${each} rows`}
          aria-pressed={each === size}
          onClick={() => each !== size && sizes.onChange(each)}
        >
          {each}
        </button>
      ))}
    </span>
  )
}

/** The pager of a list; nothing if all rows fit on the smallest page. */
export function Pager(props: PagerProps) {
  const { total, size, sizes, onChange } = props
  if (total <= Math.min(size, ...(sizes?.all ?? []))) return null
  const last = lastPageOf(props)
  // Past the end no page is current, and the last page is adjacent.
  const current = Math.min(props.current, last + 1)
  const named = namedPages(Math.min(current, last), last)
  const steps = named.flatMap((page, at) => {
    const before = named[at - 1]
    const isGap = before !== undefined && page - before > 1
    const isBack = page <= current
    const jump = isBack ? Math.max(1, current - JUMP) : Math.min(last, current + JUMP)
    const title = `${isBack ? 'Previous' : 'Next'} ${JUMP} Pages`
    return [
      ...(isGap
        ? [
            <Step key={title} title={title} page={jump} onChange={onChange}>
              <Ellipsis size={14} aria-hidden="true" />
            </Step>,
          ]
        : []),
      <Step key={page} title={`${page}`} page={page} isCurrent={page === current} onChange={onChange}>
        {page}
      </Step>,
    ]
  })
  return (
    <nav className="pager cluster justify-end gap-12 row-gap-4" aria-label="Pages">
      <Sizes size={size} sizes={sizes} />
      <span className="tabular">{rangeOf(props)}</span>
      <ul>
        <Step
          title="Previous Page"
          page={Math.min(current - 1, last)}
          isOff={current === 1}
          onChange={onChange}
        >
          <ChevronLeft size={14} aria-hidden="true" />
        </Step>
        {steps}
        <Step title="Next Page" page={current + 1} isOff={current >= last} onChange={onChange}>
          <ChevronRight size={14} aria-hidden="true" />
        </Step>
      </ul>
    </nav>
  )
}
