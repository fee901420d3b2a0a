import { z } from 'zod'

/** A file on its way to the browser: written as it is made, never held whole. */
export interface Download {
  /** As it is saved, e.g. `keywords.csv`. Its ending says which media type it has. */
  name: string
  content: AsyncIterable<Uint8Array | string>
}

/** What an endpoint with `download` answers. */
export const Download = z.custom<Download>(
  (value) => typeof value === 'object' && value !== null && 'content' in value,
)

export const CSV = 'text/csv; charset=utf-8'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const NDJSON = 'application/x-ndjson'
export type FileType = typeof CSV | typeof XLSX | typeof NDJSON

const FILE_TYPES: ReadonlyMap<string, FileType> = new Map([
  ['csv', CSV],
  ['xlsx', XLSX],
  ['ndjson', NDJSON],
])

/** The media type of a file by the ending of its name. */
export const fileTypeOf = (name: string): string =>
  FILE_TYPES.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'application/octet-stream'
