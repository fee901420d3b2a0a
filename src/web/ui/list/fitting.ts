import type { Room } from '../hooks/use-content-width.ts'
import type { TableColumn } from './column.ts'

/**
 * Columns to hide at each width unless the user chooses them. On a phone, where cells are stacked, none are
 * hidden.
 */
export type LeftOutByRoom = Readonly<Record<Exclude<Room, 'phone'>, readonly string[]>>

/** Marks the columns without room, which stay hidden until the user chooses them. */
export const fitting = <Row>(
  columns: readonly TableColumn<Row>[],
  room: Room,
  leftOut: LeftOutByRoom,
): TableColumn<Row>[] =>
  columns.map((column) =>
    room !== 'phone' && leftOut[room].includes(column.key)
      ? { ...column, hidden: true, leftOut: true }
      : column,
  )
