import { type RefObject, useEffect, useMemo } from 'react'
import { z } from 'zod'

/** The layout of a table when its rows were last shown; the skeleton uses it while rows load. */
const Shape = z.object({
  /** The keys of the columns that the widths belong to. */
  columns: z.string(),
  /** Column widths in px; empty if rows are cards or have a custom rendering. */
  widths: z.array(z.number()),
  /** The columns were wider than the table. */
  isWider: z.boolean(),
  /** The average row height in px; null if rows have a custom rendering. */
  rowHeight: z.number().nullable(),
  /** The height of the pager in px; null while there was none. */
  pagerHeight: z.number().nullable(),
})
export interface TableShape extends z.output<typeof Shape> {
  /** The number of rows without filters; null if never seen. */
  total: number | null
}

const storageKey = (name: string, isNarrow: boolean) =>
  `copydesk.table-shape.${isNarrow ? 'phone' : 'desk'}.${name}`

const Total = z.number().nullable().catch(null)

/** Widths belong to the browser. Row counts belong to the user who saw them, and last as long as the tab. */
function read(key: string): TableShape | null {
  try {
    const { data } = Shape.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return data ? { ...data, total: Total.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null')) } : null
  } catch {
    return null
  }
}

function write(key: string, shape: z.output<typeof Shape>, total: number | undefined): void {
  try {
    localStorage.setItem(key, JSON.stringify(shape))
    if (total !== undefined) sessionStorage.setItem(key, String(total))
  } catch {
    // Without storage the skeleton uses the default layout.
  }
}

const sizeOf = (element: Element) => element.getBoundingClientRect()
const rounded = (pixels: number) => Math.round(pixels * 10) / 10

const within = (table: Element | null, selector: string) => [
  ...(table?.querySelectorAll(`:scope > ${selector}`) ?? []),
]

function rowHeightIn(table: Element | null): number | null {
  const rows = within(table, 'tbody > tr[data-row-key]')
  if (rows.length === 0) return null
  return rounded(rows.reduce((sum, row) => sum + sizeOf(row).height, 0) / rows.length)
}

/** The current layout; null if nothing has a size. */
function shapeIn(box: HTMLElement, columns: string, isNarrow: boolean): z.output<typeof Shape> | null {
  const { width } = sizeOf(box)
  if (width === 0) return null
  const table = box.querySelector('table.data-rows')
  const heads = isNarrow ? [] : within(table, 'thead > tr > th:not(.tool)')
  const pager = box.querySelector(':scope > .pager')
  return {
    columns,
    widths: heads.map((head) => rounded(sizeOf(head).width)),
    isWider: table !== null && sizeOf(table).width > width + 1,
    rowHeight: rowHeightIn(table),
    pagerHeight: pager && rounded(sizeOf(pager).height),
  }
}

interface Drawn {
  box: RefObject<HTMLElement | null>
  name: string
  isNarrow: boolean
  columns: readonly { key: string }[]
  rows: readonly object[] | undefined
  /** The number of rows without filters; undefined while a filter is set. */
  total: number | undefined
}

/** The layout to use while rows load, measured when they are shown. */
export function useTableShape({ box, name, isNarrow, columns, rows, total }: Drawn): TableShape | null {
  const key = storageKey(name, isNarrow)
  const isWaiting = rows === undefined
  // Some tables recreate their columns on every render.
  const keys = columns.map((column) => column.key).join()
  useEffect(() => {
    if (rows === undefined || rows.length === 0 || box.current === null) return
    const drawn = shapeIn(box.current, keys, isNarrow)
    if (drawn) write(key, drawn, total)
  }, [box, key, isNarrow, keys, rows, total])
  return useMemo(() => (isWaiting ? read(key) : null), [isWaiting, key])
}
