import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'

export const UPLOAD_MAXIMUM = 100 * 1024 * 1024
export const ROWS_MAXIMUM = 2_000_000

export const UploadRefusal = z.object({
  /** Counted from 1, as editors do. */
  line: z.number(),
  /** The line's keyword, cut where it is long. */
  text: z.string(),
  reason: z.string(),
})
export type UploadRefusal = z.infer<typeof UploadRefusal>

export const UploadSummary = z.object({
  added: z.number(),
  repeated: z.number(),
  /** Lines that are no keyword, and the first hundred of them. */
  refused: z.number(),
  refusals: z.array(UploadRefusal),
})
export type UploadSummary = z.infer<typeof UploadSummary>

export const keywordUploadEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/api/keywords/upload',
    access: ['KeywordsUpload'],
    summary: 'Add the keywords of a CSV file: all of them or, where the file is none, nothing.',
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
