import { z } from 'zod'
import { endpoint } from '../../../http/endpoint.ts'
import { text } from '../../../http/fields.ts'

export const UPLOAD_MAXIMUM = 100 * 1024 * 1024
export const ROWS_MAXIMUM = 2_000_000

/** Meanings that a file's column can have. */
export const UPLOAD_COLUMNS = ['keyword', 'tags', 'sites', 'tracked'] as const
export type UploadColumn = (typeof UPLOAD_COLUMNS)[number]

/** Tools that files can come from, recognized by their headings. */
export const UPLOAD_SOURCES = [
  'copydesk',
  'search-console',
  'ahrefs',
  'semrush',
  'keyword-planner',
  'other',
] as const
export type UploadSource = (typeof UPLOAD_SOURCES)[number]

/** Column separators; with `none`, every line is one cell. */
export const UPLOAD_SEPARATORS = ['comma', 'semicolon', 'tab', 'pipe', 'none'] as const
export type UploadSeparator = (typeof UPLOAD_SEPARATORS)[number]

/** Longest form field, in characters. */
export const FIELD_MAXIMUM = 4000

const columnText = text(200).min(1).optional()

/**
 * Meaning of a file's columns, in form fields before the file. A column is given by its number, starting at
 * 1, or by its heading. Without these fields the headings decide. If `keyword_column` is set, only the given
 * columns are read.
 */
export const UploadMapping = z.object({
  keyword_column: columnText,
  tags_column: columnText,
  sites_column: columnText,
  tracked_column: columnText,
  /** Whether the table's first line is a heading. */
  has_heading: z.enum(['yes', 'no']).optional(),
  separator: z.enum(UPLOAD_SEPARATORS).optional(),
  /** Tags for all lines, in the format of a tags column. */
  tags: text(FIELD_MAXIMUM).optional(),
  /** Sites for all lines, by code or name. */
  sites: text(FIELD_MAXIMUM).optional(),
})
export type UploadMapping = z.infer<typeof UploadMapping>

/**
 * Relation of a line to existing keywords: `new`; `here`: exists; `alike`: exists with other words that count
 * as the same; `twice`: repeats an earlier line.
 */
export const LINE_STANDINGS = ['new', 'here', 'alike', 'twice'] as const
export type LineStanding = (typeof LINE_STANDINGS)[number]

export const UploadError = z.object({
  /** Starts at 1, as in editors. */
  line: z.number(),
  /** The line's keyword, truncated if long. */
  text: z.string(),
  reason: z.string(),
})
export type UploadError = z.infer<typeof UploadError>

/** Lines that were never meant to be keywords. */
export const LeftOut = z.object({
  /** The first of them, starting at 1. */
  line: z.number(),
  /** Their number: blank lines are reported together. */
  lines: z.number(),
  /** Text of the line, truncated if long. */
  text: z.string(),
  reason: z.string(),
})
export type LeftOut = z.infer<typeof LeftOut>

/** How the file was interpreted. */
export const UploadReading = z.object({
  /** The first line is a heading and not a keyword. */
  has_heading: z.boolean(),
  /** The columns that are read, and the first of the others, in order. */
  columns: z.array(
    z.object({
      /** Starts at 1. */
      column: z.number(),
      /** Its cell in the first line, truncated if long. */
      text: z.string(),
      reads: z.enum(UPLOAD_COLUMNS).nullable(),
    }),
  ),
  /** The first lines as interpreted. */
  rows: z.array(
    z.object({
      keyword: z.string(),
      tags: z.array(z.string()),
      sites: z.array(z.string()),
      tracked: z.boolean(),
      /** Set only in a dry run: after an upload all of them exist. */
      stands: z.enum(LINE_STANDINGS).nullable(),
      /** The existing keyword for `alike`; null otherwise. */
      alike: z.string().nullable(),
    }),
  ),
})
export type UploadReading = z.infer<typeof UploadReading>

export const UploadSummary = z.object({
  added: z.number(),
  repeated: z.number(),
  /** Number of refused lines, and the first hundred of them with reasons. */
  invalid: z.number(),
  errors: z.array(UploadError),
  /** The first twenty kinds of skipped lines: headings, text above them, totals, blank lines. */
  left_out: z.array(LeftOut),
  /** Null if the file is empty. */
  reading: UploadReading.nullable(),
})
export type UploadSummary = z.infer<typeof UploadSummary>

/** Detected properties of a file, from its beginning. */
export const UploadInspection = z.object({
  source: z.enum(UPLOAD_SOURCES),
  /** The file can be uploaded without questions: our own columns, or only one keyword per line. */
  is_plain: z.boolean(),
  encoding: z.enum(['UTF-8', 'UTF-16']),
  /** Null if a first line `sep=` names another character. */
  separator: z.enum(UPLOAD_SEPARATORS).nullable(),
  has_heading: z.boolean(),
  /** Detected meaning of each column, as far as it is clear; at most a hundred. */
  columns: z.array(z.object({ column: z.number(), reads: z.enum(UPLOAD_COLUMNS).nullable() })),
  /** The first six lines of the table, including the heading; long cells are truncated. */
  lines: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  /** Lines above the table. */
  left_out: z.array(LeftOut),
})
export type UploadInspection = z.infer<typeof UploadInspection>

/** Bytes from the beginning of a file that are enough to detect its layout, in any encoding. */
export const INSPECTED_BYTES = 256 * 1024

export const keywordUploadEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/api/keywords/upload',
    access: ['KeywordsUpload'],
    summary:
      'Add the keywords of a CSV file, with the tags, sites and tracking that its columns give. Adds nothing if the file isn’t a list of keywords. The fields must come before the file.',
    body: UploadMapping,
    upload: UploadMapping,
    streamMaximum: UPLOAD_MAXIMUM,
    answer: UploadSummary,
    perMinute: 20,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/keywords/upload/preview',
    access: ['KeywordsUpload'],
    reads: true,
    summary: 'What an upload of this file would add, repeat and refuse. Writes nothing.',
    body: UploadMapping,
    upload: UploadMapping,
    streamMaximum: UPLOAD_MAXIMUM,
    answer: UploadSummary,
    perMinute: 20,
  }),
  inspect: endpoint({
    method: 'POST',
    path: '/api/keywords/upload/inspect',
    access: ['KeywordsUpload'],
    reads: true,
    summary:
      'What a file is, whose export, which columns it has, and its first lines; its beginning is enough. Writes nothing.',
    body: UploadMapping.pick({ separator: true }),
    upload: UploadMapping.pick({ separator: true }),
    streamMaximum: UPLOAD_MAXIMUM,
    answer: UploadInspection,
    perMinute: 60,
  }),
}
