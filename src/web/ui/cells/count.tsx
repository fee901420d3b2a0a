import { counted } from '#shared/format/count.ts'

/** A number in tabular figures. */
export const Count = ({ value }: { value: number }) => <span className="tabular">{counted(value)}</span>
