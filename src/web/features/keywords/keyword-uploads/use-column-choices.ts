import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  keywordUploadEndpoints,
  type UploadColumn,
  type UploadInspection,
  type UploadMapping,
  type UploadSeparator,
} from '#shared/features/keywords/keyword-uploads/contract.ts'
import { listCell } from '#shared/features/keywords/keyword-uploads/rules.ts'
import { ApiError } from '#web/api/api-error.ts'
import { upload } from '#web/api/client.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'

/** The user's mapping of a file's columns. */
export interface ColumnChoices {
  hasHeading: boolean
  /** Null if the detected separator is right. */
  separator: UploadSeparator | null
  /** The target of each column, in their order. */
  reads: readonly (UploadColumn | null)[]
  /** For all lines. */
  tags: readonly string[]
  /** Site codes for all lines. */
  sites: readonly string[]
}

export const choicesOf = ({ has_heading: hasHeading, columns }: UploadInspection): ColumnChoices => ({
  hasHeading,
  separator: null,
  reads: columns.map(({ reads }) => reads),
  tags: [],
  sites: [],
})

/** The mapping with another target for this column, which is removed from any other column. */
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

/** The mapping as form fields of the upload. */
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

/** In bytes; a larger file is not uploaded repeatedly for previews. */
const COUNTED_MAXIMUM = 5 * 1024 * 1024
const PAUSE = 400
/** Refused because of its content, so a retry is pointless. */
const FOR_GOOD = [400, 413, 422]

/** Previews an upload of this file, again after each change of the mapping. Nothing is stored. */
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
    /** Null while unknown, or if the file is too large for a preview. */
    outcome: isChosen && error === null ? (data ?? null) : null,
    refusal: isCounting ? null : refusal,
  }
}
