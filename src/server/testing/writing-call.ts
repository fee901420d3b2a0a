import type { Act } from '#shared/features/ground/audit/rules.ts'
import type { Answer } from './api.ts'

/** The caller, the expected audit act, and a function that prepares and returns the call. */
export type WritingCall = [
  by: 'qa' | 'adm' | 'eng' | 'visitor',
  act: Act | null,
  ready: () => Promise<() => Promise<Answer>>,
]
