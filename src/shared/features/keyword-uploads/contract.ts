import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { text } from '../../http/fields.ts'

export const UPLOAD_MAXIMUM = 100 * 1024 * 1024
export const ROWS_MAXIMUM = 2_000_000

/** What a column of a file may say of a keyword. */
export const UPLOAD_COLUMNS = ['keyword', 'tags', 'sites', 'tracked'] as const
export type UploadColumn = (typeof UPLOAD_COLUMNS)[number]

/** Whose file it is, as far as its headings say. */
export const UPLOAD_SOURCES = [
  'copydesk',
  'search-console',
  'ahrefs',
  'semrush',
  'keyword-planner',
  'other',
] as const
export type UploadSource = (typeof UPLOAD_SOURCES)[number]

/** What keeps the columns of a file apart; with `none`, every line is one cell. */
export const UPLOAD_SEPARATORS = ['comma', 'semicolon', 'tab', 'pipe', 'none'] as const
export type UploadSeparator = (typeof UPLOAD_SEPARATORS)[number]

/** Characters of one field of a form. */
export const FIELD_MAXIMUM = 4000

const columnText = text(200).min(1).optional()

/**
 * What a file's columns mean, in form fields before the file. A column is named by its number, counted from 1, or by
 * its heading. Without any of this the headings decide. Where `keyword_column` is given, only columns that are given
 * are read.
 */
export const UploadMapping = z.object({
  keyword_column: columnText,
  tags_column: columnText,
  sites_column: columnText,
  tracked_column: columnText,
  /** Whether the table's first line names the columns. */
  has_heading: z.enum(['yes', 'no']).optional(),
  separator: z.enum(UPLOAD_SEPARATORS).optional(),
  /** Tags of all lines, as a column of tags has them. */
  tags: text(FIELD_MAXIMUM).optional(),
  /** Sites of all lines, by code or name. */
  sites: text(FIELD_MAXIMUM).optional(),
})
export type UploadMapping = z.infer<typeof UploadMapping>

/** How a line stands to what is here: new, here already, here in other words that count as the same, or a repeat of a line above it. */
export const LINE_STANDINGS = ['new', 'here', 'alike', 'twice'] as const
export type LineStanding = (typeof LINE_STANDINGS)[number]

export const UploadError = z.object({
  /** Counted from 1, as editors do. */
  line: z.number(),
  /** The line's keyword, cut where it is long. */
  text: z.string(),
  reason: z.string(),
})
export type UploadError = z.infer<typeof UploadError>

/** Lines that are no keywords and were never meant to be. */
export const LeftOut = z.object({
  /** The first of them, counted from 1. */
  line: z.number(),
  /** How many: blank lines are told together. */
  lines: z.number(),
  /** What the line says, cut where it is long. */
  text: z.string(),
  reason: z.string(),
})
export type LeftOut = z.infer<typeof LeftOut>

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
      /** Null unless nothing was written: afterwards all of them are here. */
      stands: z.enum(LINE_STANDINGS).nullable(),
      /** The words of the keyword that it looks like; null for the others. */
      alike: z.string().nullable(),
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
  /** The first twenty kinds of lines that were passed over: headings, what stands above them, totals, blank lines. */
  left_out: z.array(LeftOut),
  /** Null where the file has no line at all. */
  reading: UploadReading.nullable(),
})
export type UploadSummary = z.infer<typeof UploadSummary>

/** What the beginning of a file says of it. */
export const UploadInspection = z.object({
  source: z.enum(UPLOAD_SOURCES),
  /** It needs no answer to be uploaded as it is meant: our own columns, or nothing but one keyword per line. */
  is_plain: z.boolean(),
  encoding: z.enum(['UTF-8', 'UTF-16']),
  /** Null where a first line `sep=` names another character. */
  separator: z.enum(UPLOAD_SEPARATORS).nullable(),
  has_heading: z.boolean(),
  /** What each column is taken for, as far as that is plain; at most a hundred. */
  columns: z.array(z.object({ column: z.number(), reads: z.enum(UPLOAD_COLUMNS).nullable() })),
  /** The first six lines of the table, a heading among them; cells are cut where they are long. */
  lines: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  /** What stands above the table. */
  left_out: z.array(LeftOut),
})
export type UploadInspection = z.infer<typeof UploadInspection>

/** Bytes of a file's beginning that say what it is, in any encoding. */
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
    summary:
      'What a file is, whose export, which columns it has, and its first lines; its beginning is enough. Writes nothing.',
    body: UploadMapping.pick({ separator: true }),
    upload: UploadMapping.pick({ separator: true }),
    streamMaximum: UPLOAD_MAXIMUM,
    answer: UploadInspection,
    perMinute: 60,
  }),
}
