import { useSyncExternalStore } from 'react'
import {
  keywordUploadEndpoints,
  UPLOAD_MAXIMUM,
  type UploadSummary,
} from '#shared/features/keyword-uploads/contract.ts'
import { upload } from '#web/api/client.ts'
import { session, useUser } from '#web/api/session.ts'
import { ONLY_CSV } from './messages.ts'

export interface KeywordUpload {
  /** Whose it is: on a machine that several people use, the next one sees nothing of it. */
  userId: number | undefined
  file: File
  kind: 'upload' | 'preview'
  /** 0 to 1 while it is sent; the server reads it after that. */
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

async function start(file: File, kind: KeywordUpload['kind']): Promise<void> {
  const userId = session.user()?.id
  const begun: KeywordUpload = { userId, file, kind, progress: 0, summary: null, failure: faultOf(file) }
  set(begun)
  if (begun.failure !== null) return
  /** Nothing is said of one that another has taken the place of. */
  const change = (patch: Partial<KeywordUpload>) => {
    if (current?.file === file && current.kind === kind) set({ ...current, ...patch })
  }
  try {
    const endpoint = keywordUploadEndpoints[kind]
    const summary = await upload(endpoint, {}, file, (progress) => change({ progress }))
    change({ progress: 1, summary })
  } catch (error) {
    change({ failure: error instanceof Error ? error.message : String(error) })
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The upload that is on its way or was the last: it goes on while other screens are looked at. */
export function useKeywordUpload() {
  const user = useUser()
  const last = useSyncExternalStore(subscribe, () => current)
  const shown = last?.userId === user?.id ? last : null
  const isBusy = shown !== null && shown.summary === null && shown.failure === null
  return { upload: shown, isBusy, start, clear: () => set(null) }
}
