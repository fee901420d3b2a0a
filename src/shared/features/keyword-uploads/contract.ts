import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'

export const UPLOAD_MAXIMUM = 100 * 1024 * 1024
export const ROWS_MAXIMUM = 2_000_000

/** What a column of a file may say of a keyword. */
export const UPLOAD_COLUMNS = ['keyword', 'tags', 'sites', 'tracked'] as const
export type UploadColumn = (typeof UPLOAD_COLUMNS)[number]

export const UploadError = z.object({
  /** Counted from 1, as editors do. */
  line: z.number(),
  /** The line's keyword, cut where it is long. */
  text: z.string(),
  reason: z.string(),
})
export type UploadError = z.infer<typeof UploadError>

/** How a file was understood. */
export const UploadReading = z.object({
  /** The first line names the columns and is no keyword itself. */
  has_heading: z.boolean(),
  /** The columns that are read, and the first of the others, in order. */
  columns: z.array(
    z.object({
      /** Counted from 1. */
      column: z.number(),
      /** What the first line says there, cut where it is long. */
      text: z.string(),
      reads: z.enum(UPLOAD_COLUMNS).nullable(),
    }),
  ),
  /** The first lines as they are read. */
  rows: z.array(
    z.object({
      keyword: z.string(),
      tags: z.array(z.string()),
      sites: z.array(z.string()),
      tracked: z.boolean(),
    }),
  ),
})
export type UploadReading = z.infer<typeof UploadReading>

export const UploadSummary = z.object({
  added: z.number(),
  repeated: z.number(),
  /** Lines that are refused, and the first hundred of them with the reason. */
  invalid: z.number(),
  errors: z.array(UploadError),
  /** Null where the file has no line at all. */
  reading: UploadReading.nullable(),
})
export type UploadSummary = z.infer<typeof UploadSummary>

export const keywordUploadEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/api/keywords/upload',
    access: ['KeywordsUpload'],
    summary:
      'Add the keywords of a CSV file, with their tags, their sites and whether they are tracked where columns say so: all of them or, where the file is none, nothing.',
    upload: z.object({}),
    streamMaximum: UPLOAD_MAXIMUM,
    answer: UploadSummary,
    perMinute: 20,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/keywords/upload/preview',
    access: ['KeywordsUpload'],
    summary: 'What an upload of this file would add, repeat and refuse. Writes nothing.',
    upload: z.object({}),
    streamMaximum: UPLOAD_MAXIMUM,
    answer: UploadSummary,
    perMinute: 20,
  }),
}
