import type { Room } from '../use-room.ts'
import type { TableColumn } from './column.ts'

/** The columns for which there is no room; who wants them chooses them. On a phone all stand below each other. */
export type LeftOutByRoom = Readonly<Record<Exclude<Room, 'phone'>, readonly string[]>>

/** The same columns; those for which there is no room are hidden until they are chosen. */
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
