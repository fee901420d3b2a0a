import type { Pool } from 'pg'
import { ROWS_MAXIMUM, type UploadSummary } from '#shared/features/keyword-uploads/contract.ts'
import { AppError } from '../../errors.ts'
import type { UploadedStream } from '../../http/handlers.ts'
import { type ImportOptions, importKeywords } from './verbs/import-keywords.ts'

export interface UploadParts {
  pool: Pool
  clock: () => Date
  /** Totals of keywords are not what they were. */
  forgetTotals: () => void
}

/** Each holds a connection of the database for as long as its file takes to come. */
const MOST_AT_ONCE = 3
const RETRY_SECONDS = 15

const isCsv = (name: string) => /\.csv$/i.test(name)

export function createUploadsService(parts: UploadParts) {
  let running = 0

  async function importFile(content: AsyncIterable<Uint8Array>, options?: ImportOptions) {
    const summary = await importKeywords(parts, content, options)
    parts.forgetTotals()
    return summary
  }

  return {
    /** Adds the keywords of a file that an operator has: as many as it holds. */
    importFile,
    /** Adds the keywords of an upload, or says what it would add. */
    async takeUpload({ name, content }: UploadedStream, isPreview: boolean): Promise<UploadSummary> {
      if (!isCsv(name)) throw new AppError('unsupported', 'Only .csv files can be uploaded.')
      if (running >= MOST_AT_ONCE) {
        const message = 'Others are uploading at this moment. Please try again soon.'
        throw new AppError('unavailable', message, { retryAfter: RETRY_SECONDS })
      }
      running += 1
      try {
        return await importFile(content, { isPreview, mostRows: ROWS_MAXIMUM })
      } finally {
        running -= 1
      }
    },
  }
}
export type UploadsService = ReturnType<typeof createUploadsService>
