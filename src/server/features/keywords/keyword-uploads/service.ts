import {
  keywordUploadEndpoints,
  ROWS_MAXIMUM,
  type UploadInspection,
  type UploadMapping,
  type UploadSeparator,
  type UploadSummary,
} from '#shared/features/keywords/keyword-uploads/contract.ts'
import type { UploadedStream } from '../../../calls/handlers.ts'
import { AppError } from '../../../errors.ts'
import { createUploadPlaces } from '../../../kernel/imports/upload-places.ts'
import { type Actor, type Caller, requires } from '../../../security/actor.ts'
import { inspectFile } from './inspection-reader.ts'
import { type ImportOptions, importKeywords, type KeywordImportDeps } from './verbs/import-keywords.ts'

export type { UploadHappening } from './verbs/import-keywords.ts'

export type UploadDeps = KeywordImportDeps

/** As much of a file's name, its end, as is kept of it. */
const NAME_KEPT = 120

function mustBeCsv(name: string) {
  if (!/\.csv$/i.test(name)) throw new AppError('unsupported', 'Only .csv files can be uploaded.')
}

export function createUploadsService(deps: UploadDeps) {
  const takeFile = createUploadPlaces()

  const importFile = (actor: Actor, content: AsyncIterable<Uint8Array>, options?: ImportOptions) =>
    importKeywords(deps, actor, content, options)

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
      return takeFile(actor.id, content, (whole) =>
        importFile(actor, whole, {
          ...{ file, isPreview, mapping, mostRows: ROWS_MAXIMUM },
          isComplete: true,
        }),
      )
    },
  }
}
export type UploadsService = ReturnType<typeof createUploadsService>
