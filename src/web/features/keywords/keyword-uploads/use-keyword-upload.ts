import { useSyncExternalStore } from 'react'
import {
  INSPECTED_BYTES,
  keywordUploadEndpoints,
  UPLOAD_MAXIMUM,
  type UploadInspection,
  type UploadSeparator,
  type UploadSummary,
} from '#shared/features/keywords/keyword-uploads/contract.ts'
import { upload } from '#web/api/client.ts'
import { session, useUser } from '#web/api/session.ts'
import { ONLY_CSV } from './messages.ts'
import { type ColumnChoices, choicesOf, fieldsOf } from './use-column-choices.ts'

type Kind = 'upload' | 'preview'

export interface KeywordUpload {
  /** The user who uploads: other users of the same browser must not see it. */
  userId: number | undefined
  file: File
  kind: Kind
  /** Its beginning is inspected, the user maps its columns, or it is sent. */
  stage: 'looking' | 'asking' | 'sending'
  /** The result of the inspection; null before that. */
  inspection: UploadInspection | null
  /** The user's column mapping; null if the detected one was kept. */
  choices: ColumnChoices | null
  /** 0 to 1 while the file is sent; the server processes it after that. */
  progress: number
  summary: UploadSummary | null
  failure: string | null
}

const MEGABYTE = 1024 * 1024

let current: KeywordUpload | null = null
const listeners = new Set<() => void>()

function set(next: KeywordUpload | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Why this file cannot be uploaded. */
function faultOf(file: File): string | null {
  if (!/\.csv$/i.test(file.name)) return ONLY_CSV
  return file.size > UPLOAD_MAXIMUM ? `At most ${UPLOAD_MAXIMUM / MEGABYTE} MB` : null
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Updates an upload, unless another one has replaced it. */
function change({ file, kind, stage }: KeywordUpload, patch: Partial<KeywordUpload>) {
  if (current?.file === file && current.kind === kind && current.stage === stage)
    set({ ...current, ...patch })
}

function look(file: File, separator?: UploadSeparator): Promise<UploadInspection | null> {
  const beginning = new File([file.slice(0, INSPECTED_BYTES)], file.name)
  return upload(keywordUploadEndpoints.inspect, { separator }, beginning)
}

async function send(begun: KeywordUpload, kind: Kind): Promise<void> {
  const sending: KeywordUpload = {
    ...begun,
    kind,
    stage: 'sending',
    progress: 0,
    summary: null,
    failure: null,
  }
  set(sending)
  try {
    const fields = begun.choices === null ? {} : fieldsOf(begun.choices)
    const summary = await upload(keywordUploadEndpoints[kind], fields, begun.file, (progress) =>
      change(sending, { progress }),
    )
    change(sending, { progress: 1, summary })
  } catch (error) {
    // An existing column mapping must not be asked for again.
    const stage = begun.choices === null ? 'sending' : 'asking'
    change(sending, { failure: wordsOf(error), stage })
  }
}

/** Inspects a file, and sends it at once if its columns are unambiguous. */
async function start(file: File, kind: Kind): Promise<void> {
  const begun: KeywordUpload = {
    userId: session.user()?.id,
    file,
    kind,
    stage: 'looking',
    inspection: null,
    choices: null,
    progress: 0,
    summary: null,
    failure: faultOf(file),
  }
  set(begun)
  if (begun.failure !== null) return
  try {
    const inspection = await look(file)
    if (current !== begun || inspection === null) return
    if (inspection.is_plain) await send({ ...begun, inspection }, kind)
    else set({ ...begun, stage: 'asking', inspection, choices: choicesOf(inspection) })
  } catch (error) {
    change(begun, { failure: wordsOf(error) })
  }
}

/** Inspects the file again with another separator; tags and sites for all lines are kept. */
async function cutBy(asked: KeywordUpload, separator: UploadSeparator): Promise<void> {
  try {
    const inspection = await look(asked.file, separator)
    if (inspection === null || current?.file !== asked.file || current.stage !== 'asking') return
    const { tags = [], sites = [] } = current.choices ?? {}
    set({
      ...current,
      failure: null,
      inspection,
      choices: { ...choicesOf(inspection), separator, tags, sites },
    })
  } catch (error) {
    change(asked, { failure: wordsOf(error) })
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current or latest upload; it continues while other screens are open. */
export function useKeywordUpload() {
  const user = useUser()
  const last = useSyncExternalStore(subscribe, () => current)
  const shown = last?.userId === user?.id ? last : null
  const isBusy =
    shown !== null && shown.stage !== 'asking' && shown.summary === null && shown.failure === null
  return {
    upload: shown,
    isBusy,
    start,
    send,
    cutBy,
    choose: (asked: KeywordUpload, choices: ColumnChoices) => change(asked, { choices, failure: null }),
    clear: () => set(null),
  }
}
