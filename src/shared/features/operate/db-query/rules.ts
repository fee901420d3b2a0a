import { counted } from '../../../format/count.ts'

const NUMERIC =
  /^(smallint|integer|bigint|numeric|real|double precision|int2|int4|int8|float4|float8|money)\b/

/** Whether values of a PostgreSQL type are numbers. */
export const isNumeric = (type: string): boolean => NUMERIC.test(type) && !type.endsWith('[]')

/** Says why an answer is not whole; the same on the screen and in files. */
export const cutWords = (
  cut: 'rows' | 'bytes',
  rows: number,
  limits: { rows: number; bytes: number },
): string =>
  cut === 'rows'
    ? `Only the first ${counted(limits.rows)} rows are shown.`
    : `Only the first ${counted(rows)} rows are shown: the result is larger than ${limits.bytes / 1024 / 1024} MB.`
