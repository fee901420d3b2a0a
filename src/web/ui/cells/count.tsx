import { counted } from '#shared/format/count.ts'

/** How many, in figures of one width. */
export const Count = ({ value }: { value: number }) => <span className="tabular">{counted(value)}</span>
