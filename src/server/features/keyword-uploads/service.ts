import {
  keywordUploadEndpoints,
  ROWS_MAXIMUM,
  type UploadInspection,
  type UploadMapping,
  type UploadSeparator,
  type UploadSummary,
} from '#shared/features/keyword-uploads/contract.ts'
import type { UploadedStream } from '../../calls/handlers.ts'
import { AppError } from '../../errors.ts'
import { type Actor, type Caller, requires } from '../../security/actor.ts'
import { createConcurrencyLimit, createPersonalLimit } from '../../security/concurrency-limit.ts'
import { inspectFile } from './inspection-reader.ts'
import { spoolUpload } from './upload-file.ts'
import { type ImportOptions, importKeywords, type KeywordImportParts } from './verbs/import-keywords.ts'

export type { UploadHappening } from './verbs/import-keywords.ts'

export type UploadParts = KeywordImportParts

/** Each may take a hundred megabytes of the disk for as long as its file takes to come. */
const MOST_COMING = 10
/** Each holds a connection of the database; the others wait for their turn. */
const MOST_AT_ONCE = 3
const RETRY_SECONDS = 15
const MOST_OF_PERSON = 3
/** Fewer than may come from all: a person with a slow line leaves places to the others. */
const COMING_FROM_PERSON = 4
const BUSY_YOURSELF = 'Your other uploads are still being read. Please try again soon.'
/** As much of a file's name, its end, as is kept of it. */
const NAME_KEPT = 120
const BUSY = 'Others are uploading at this moment. Please try again soon.'

function mustBeCsv(name: string) {
  if (!/\.csv$/i.test(name)) throw new AppError('unsupported', 'Only .csv files can be uploaded.')
}

/** Places for files that come, and for those that are read: some of them a person's, no more for all than there are. */
function createPlaces() {
  let coming = 0
  const inTurn = createConcurrencyLimit({ atOnce: MOST_AT_ONCE, mostWaiting: MOST_COMING, refusal: BUSY })
  const ofPerson = { refusal: BUSY_YOURSELF }
  // A file that takes long keeps one of the places busy, whatever else its sender uploads.
  const inPersonsTurn = createPersonalLimit({ ...ofPerson, atOnce: 1, mostWaiting: MOST_OF_PERSON })
  const inPersonsPlaces = createPersonalLimit({ ...ofPerson, atOnce: COMING_FROM_PERSON, mostWaiting: 0 })

  return {
    whileComing: <Result>(personId: number, work: () => Promise<Result>) =>
      inPersonsPlaces(personId, async () => {
        if (coming >= MOST_COMING) throw new AppError('unavailable', BUSY, { retryAfter: RETRY_SECONDS })
        coming += 1
        try {
          return await work()
        } finally {
          coming -= 1
        }
      }),
    whileRead: <Result>(personId: number, work: () => Promise<Result>) =>
      inPersonsTurn(personId, () => inTurn(work)),
  }
}

export function createUploadsService(parts: UploadParts) {
  const { whileComing, whileRead } = createPlaces()

  const importFile = (actor: Actor, content: AsyncIterable<Uint8Array>, options?: ImportOptions) =>
    importKeywords(parts, actor, content, options)

  return {
    /** Adds the keywords of a file that an operator has: as many as it holds. */
    importFile,
    /** What a file is, as its beginning says. */
    async inspectUpload(
      actor: Caller,
      { name, content }: UploadedStream,
      separator: UploadSeparator | undefined,
    ): Promise<UploadInspection> {
      requires(actor, keywordUploadEndpoints.inspect.access)
      mustBeCsv(name)
      return inspectFile(content, separator)
    },
    /** Adds the keywords of an upload, or says what it would add. */
    async takeUpload(
      actor: Caller,
      { name, content }: UploadedStream,
      { isPreview, mapping }: { isPreview: boolean; mapping: UploadMapping },
    ): Promise<UploadSummary> {
      requires(actor, keywordUploadEndpoints.upload.access)
      mustBeCsv(name)
      const file = name.slice(-NAME_KEPT)
      return whileComing(actor.id, () =>
        spoolUpload(content, (whole) =>
          whileRead(actor.id, () =>
            importFile(actor, whole, {
              ...{ file, isPreview, mapping, mostRows: ROWS_MAXIMUM },
              isComplete: true,
            }),
          ),
        ),
      )
    },
  }
}
export type UploadsService = ReturnType<typeof createUploadsService>
