import { type RefObject, useEffect, useMemo } from 'react'
import { z } from 'zod'

/** How a table was drawn when its rows were last there: it waits for the next ones in that shape. */
const Shape = z.object({
  /** The keys of the columns that the widths are of. */
  columns: z.string(),
  /** Of the columns, in pixels; none where rows are cards, or drawn otherwise. */
  widths: z.array(z.number()),
  /** Columns took more room than there was. */
  isWider: z.boolean(),
  /** Of a row on average, in pixels; null where they are drawn otherwise. */
  rowHeight: z.number().nullable(),
  /** Of the way to the other pages, in pixels; null while there was none. */
  pagerHeight: z.number().nullable(),
})
export interface TableShape extends z.output<typeof Shape> {
  /** How many rows there were with nothing left out; null where that was never seen. */
  total: number | null
}

const storageKey = (name: string, isNarrow: boolean) =>
  `copydesk.table-shape.${isNarrow ? 'phone' : 'desk'}.${name}`

const Total = z.number().nullable().catch(null)

/** Widths are of the browser. How many rows there are is for whoever saw them, and ends with their tab. */
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
    // The table waits in the shape that most have.
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

/** What is drawn right now; null where nothing has a size. */
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
  /** How many rows there are with nothing left out; undefined where something is. */
  total: number | undefined
}

/** The shape in which to wait for rows, learned from those that come. */
export function useTableShape({ box, name, isNarrow, columns, rows, total }: Drawn): TableShape | null {
  const key = storageKey(name, isNarrow)
  const isWaiting = rows === undefined
  // Some tables make their columns anew with every render.
  const keys = columns.map((column) => column.key).join()
  useEffect(() => {
    if (rows === undefined || rows.length === 0 || box.current === null) return
    const drawn = shapeIn(box.current, keys, isNarrow)
    if (drawn) write(key, drawn, total)
  }, [box, key, isNarrow, keys, rows, total])
  return useMemo(() => (isWaiting ? read(key) : null), [isWaiting, key])
}
