import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  keywordUploadEndpoints,
  type UploadColumn,
  type UploadInspection,
  type UploadMapping,
  type UploadSeparator,
} from '#shared/features/keyword-uploads/contract.ts'
import { listCell } from '#shared/features/keyword-uploads/rules.ts'
import { ApiError } from '#web/api/api-error.ts'
import { upload } from '#web/api/client.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

/** What somebody says of a file's columns. */
export interface ColumnChoices {
  hasHeading: boolean
  /** Null where the file says it well enough. */
  separator: UploadSeparator | null
  /** What each column is read as, in their order. */
  reads: readonly (UploadColumn | null)[]
  /** For all lines. */
  tags: readonly string[]
  /** Codes, for all lines. */
  sites: readonly string[]
}

export const choicesOf = ({ has_heading: hasHeading, columns }: UploadInspection): ColumnChoices => ({
  hasHeading,
  separator: null,
  reads: columns.map(({ reads }) => reads),
  tags: [],
  sites: [],
})

/** The same with this column read as something else, which no other column is then read as. */
export const withColumn = (
  choices: ColumnChoices,
  column: number,
  as: UploadColumn | null,
): ColumnChoices => ({
  ...choices,
  reads: choices.reads.map((reads, index) =>
    index === column ? as : as !== null && reads === as ? null : reads,
  ),
})

const columnIn = ({ reads }: ColumnChoices, column: UploadColumn) =>
  reads.includes(column) ? String(reads.indexOf(column) + 1) : undefined

const listIn = (texts: readonly string[]) => (texts.length === 0 ? undefined : listCell(texts))

/** The fields that an upload says it with. */
export const fieldsOf = (
  choices: ColumnChoices,
): { [Field in keyof UploadMapping]: UploadMapping[Field] } => ({
  keyword_column: columnIn(choices, 'keyword'),
  tags_column: columnIn(choices, 'tags'),
  sites_column: columnIn(choices, 'sites'),
  tracked_column: columnIn(choices, 'tracked'),
  has_heading: choices.hasHeading ? 'yes' : 'no',
  separator: choices.separator ?? undefined,
  tags: listIn(choices.tags),
  sites: listIn(choices.sites),
})

/** Bytes; a larger file is not sent to and fro while somebody chooses. */
const COUNTED_MAXIMUM = 5 * 1024 * 1024
const PAUSE = 400
/** Refused for what it says, and not for when. */
const FOR_GOOD = [400, 413, 422]

/** What an upload of this file would do, asked anew as its columns are chosen. Nothing is written. */
export function useOutcome(file: File, choices: ColumnChoices) {
  const rested = useDebounced(choices, PAUSE)
  const isChosen = choices.reads.includes('keyword')
  const isAsked = isChosen && file.size <= COUNTED_MAXIMUM
  const { data, error, isFetching } = useQuery({
    queryKey: ['keyword-upload-outcome', file.name, file.size, file.lastModified, fieldsOf(rested)],
    queryFn: () => upload(keywordUploadEndpoints.preview, fieldsOf(rested), file),
    enabled: isAsked && rested.reads.includes('keyword'),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const isCounting = isAsked && (isFetching || rested !== choices)
  const refusal = error instanceof ApiError && FOR_GOOD.includes(error.status) ? error.message : null
  return {
    isChosen,
    isCounting,
    /** Null before it is known, and where a file is too large to ask. */
    outcome: isChosen && error === null ? (data ?? null) : null,
    refusal: isCounting ? null : refusal,
  }
}
